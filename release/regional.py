"""The words that one form of a language says otherwise, for catalogues such as `languages/es_419.po`."""

from __future__ import annotations

import re

WORDS = {
    "es_419": {
        "máquina": "computadora",
        "máquinas": "computadoras",
        "pulsa": "presiona",
        "pulsar": "presionar",
        "gestionar": "administrar",
        "gestiona": "administra",
        "gestionan": "administran",
        "gestione": "administre",
        "añadir": "agregar",
        "añade": "agrega",
        "añádela": "agrégala",
        "añadido": "agregado",
        "añadida": "agregada",
        "añadidas": "agregadas",
        "cuenta atrás": "cuenta regresiva",
        "coste": "costo",
        "de media": "en promedio",
        "sitio para": "espacio para",
        "otro sitio": "otro lugar",
        "meterle prisa": "apurarla",
        "plaza": "lugar",
        "plazas": "lugares",
        "la única plaza": "el único lugar",
        "una plaza": "un lugar",
        "las {most} plazas": "los {most} lugares",
        "las demás plazas": "los demás lugares",
        "las plazas libres": "los lugares libres",
        "todas las plazas": "todos los lugares",
        "plazas ocupadas": "lugares ocupados",
        "este torneo está ocupada": "este torneo está ocupado",
        "simultánea está ocupada": "simultánea está ocupado",
        "carrera está ocupada": "carrera está ocupado",
        "están ocupadas": "están ocupados",
    }
}
"""What people in a region say, by the words of the language's own catalogue."""


def in_region(code: str, text: str) -> str:
    """Put a region's words into a text.

    >>> in_region("es_419", "Pulsa aquí: la máquina juega.")
    'Presiona aquí: la computadora juega.'
    """
    words = WORDS.get(code, {})
    if not words:
        return text
    either = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.sub(rf"\b(?:{either})\b", lambda found: _like(found[0], words), text, flags=re.IGNORECASE)


def _like(word: str, words: dict[str, str]) -> str:
    instead = words[word.lower()]
    return instead[0].upper() + instead[1:] if word[0].isupper() else instead
