"""Changes of what simcord's scripts and styles do; the scripts call `window.demo` of `connection.js`."""

from __future__ import annotations

from collections.abc import Mapping

FONTS = {
    "noto-sans-arabic-v2.012.ttf": "U+0600-08FF, U+FB50-FDFF, U+FE70-FEFF",
    "noto-sans-hebrew-v3.001.ttf": "U+0590-05FF, U+FB1D-FB4F",
    "noto-sans-devanagari-v2.007.ttf": "U+0900-097F, U+1CD0-1CFF, U+A8E0-A8FF",
    "noto-sans-sc-v2.004.ttf": "U+2E80-A4CF, U+F900-FAFF, U+FE30-FE4F, U+FF00-FFEF, U+20000-3134F",
}
"""Fonts of one script, the last with 17 MB, and the characters for which a page needs them."""

SCRIPT_CHANGES: Mapping[str, Mapping[str, str]] = {
    # Text is there before its font, and no font is loaded that no text needs.
    "/presentation.js": {"FONT_REQUIREMENTS.map(": "FONT_REQUIREMENTS.slice(0, 0).map("},
    "/preview.css": {
        "font-display: block;": "font-display: swap;",
        **{
            f'url("/fonts/{name}") format("truetype");': (
                f'url("/fonts/{name}") format("truetype");\n  unicode-range: {characters};'
            )
            for name, characters in FONTS.items()
        },
    },
    "/commands.js": {
        # The English name of a command finds it in every language.
        "else if (lowered.includes(needle)) rank": (
            "else if (lowered.includes(needle) || entry.english?.startsWith(needle)) rank"
        ),
        # A list explains the options, and a chosen value is called what the list has called it.
        'if (optional) item.append(node("span", "command-suggestion-ellipsis", "…"));': (
            'if (optional) item.append(node("span", "command-suggestion-meta", value.description || ""));'
        ),
        ': String(value?.raw ?? "");\n        const resizeField': (
            ': String(value?.label ?? value?.raw ?? "");\n        const resizeField'
        ),
        '/^(true|false)$/i.test(field.value)\n            ? field.value.toLowerCase() === "true"': (
            "window.demo.isTruth(field.value)\n            ? window.demo.isTrue(field.value)"
        ),
        # Enter runs a command that is typed in full.
        'if (["ArrowDown", "ArrowUp", "Enter", "Tab"].includes(event.key)) {': (
            'if (event.key === "Enter" && window.demo.isWhole(input.value, matches)) { closeBrowse(); '
            "return false; } "
            'if (["ArrowDown", "ArrowUp", "Tab", "Enter"].includes(event.key)) {'
        ),
    },
    "/text.js": {
        # Links to threads open them, and the page counts times down.
        'if (token.type === "mention" || token.type === "command") {': (
            'if (token.kind === "channel") { const link = node("span", "mention", token.label || ""); '
            "link.dataset.place = token.id; target.append(link); continue; } "
            'if (token.type === "command" || token.type === "mention") {'
        ),
        "if (title) time.title = title;": (
            'if (title) time.setAttribute("title", title); '
            'if (style === "R") time.dataset.relative = options.locale || "en-US";'
        ),
    },
    # Boards, unlike charts and tables, are made small enough to show their buttons, too.
    "/components.js": {
        'const figure = node("figure", "gallery-item");': (
            'const isBoard = /^(?!tournament|compare)[^-]+-[^-]+-/.test(item.media?.filename || ""); '
            'const figure = node("figure", `gallery-item${isBoard ? " board" : ""}`);'
        ),
    },
    "/messages.js": {
        # A message's thread opens with a tap.
        "if (thread.archived) summary": "summary.dataset.place = thread.id; if (thread.archived) summary",
        # "(edited)" would be a line of its own, far left of the message; the time beside it can say it.
        "root.append(edited);": "gutter.title = edited.title;",
    },
    "/command-drafts.js": {
        # Enter runs a chosen command: no list of options is open until the person wants one.
        "openOptionsOnRender: entry.options.length > 0 && required.length === 0": (
            "openOptionsOnRender: false"
        ),
    },
}
"""Parts of simcord's scripts, by path, and their replacements."""
