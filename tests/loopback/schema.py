"""Check requests against Discord's own description of its API.

It is read strictly: a field that it does not know is refused, too. What discord.py sends beyond it, and
Discord takes, is listed here.
"""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator, ValidationError

DESCRIPTION = Path(__file__).parent / "openapi" / "openapi.json"
JSON = "application/json"

SENT_BY_DISCORD_PY: tuple[tuple[str, str, Any], ...] = (
    # `handle_message_parameters` says `tts` of everything that is sent or edited.
    ("MessageEditRequestPartial", "tts", {"type": "boolean"}),
    ("IncomingWebhookUpdateRequestPartial", "tts", {"type": "boolean"}),
    ("IncomingWebhookUpdateForInteractionCallbackRequestPartial", "tts", {"type": "boolean"}),
    # `Attachment.to_dict` repeats Discord's own fields for a file that stays.
    ("MessageAttachmentRequest", "proxy_url", {"type": "string"}),
    ("MessageAttachmentRequest", "url", {"type": "string"}),
    ("MessageAttachmentRequest", "size", {"type": "integer"}),
    ("MessageAttachmentRequest", "height", {"type": "integer"}),
    ("MessageAttachmentRequest", "width", {"type": "integer"}),
    ("MessageAttachmentRequest", "content_type", {"type": "string"}),
    ("MessageAttachmentRequest", "spoiler", {"type": "boolean"}),
    # `Command.to_dict` says whether a command is for adults only.
    ("ApplicationCommandUpdateRequest", "nsfw", {"type": "boolean"}),
)
"""Schema, field, and what it may hold."""

AN_ID = {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": "^[0-9]+$"}]}
"""discord.py writes ids as integers, too: of people to be mentioned, of files."""


class SchemaError(Exception):
    """A request that Discord does not describe, with what is wrong about it."""


def check_request(method: str, path: str, body: Any) -> None:
    """Hold the JSON of a request against the description of its operation; `path` has the names of its
    parameters in it. Raises `SchemaError`."""
    content = _operation(method, path).get("requestBody")
    if content is None:
        if body is not None:
            raise SchemaError(f"{method} {path} takes no body")
        return
    if body is None:
        if content.get("required"):
            raise SchemaError(f"{method} {path} needs a body")
        return
    _check(_request_validator(method, path), body, f"{method} {path}")


def check_response(method: str, path: str, status: int, body: Any) -> None:
    """Hold the JSON of an answer against its description, if it has one. Raises `SchemaError`."""
    responses = _operation(method, path)["responses"]
    described = responses.get(str(status))
    if described is None:
        raise SchemaError(f"{method} {path} never answers with {status}")
    if JSON in described.get("content", {}):
        _check(_response_validator(method, path, status), body, f"the answer to {method} {path}")


def _check(validator: Draft202012Validator, body: Any, what: str) -> None:
    wrong = [
        f"{'/'.join(map(str, error.instance_path)) or 'the body'}: {_innermost(error)}"
        for error in validator.iter_errors(body)
    ]
    if wrong:
        raise SchemaError(f"{what}: {'; '.join(wrong)}")


def _innermost(error: ValidationError) -> str:
    """Return the faults by the intended schema where none of several fits."""
    context = getattr(error.kind, "context", None)
    if not context:
        return str(error.message)
    meant = [tried for tried in context if not any(_is_type(inner, error) for inner in tried)] or context
    nearest = max(meant, key=lambda tried: max((len(inner.instance_path) for inner in tried), default=0))
    return "; ".join(f"{'/'.join(map(str, inner.instance_path))}: {_innermost(inner)}" for inner in nearest)


def _is_type(inner: ValidationError, outer: ValidationError) -> bool:
    """True if a value has another type than the schema."""
    return len(inner.instance_path) == len(outer.instance_path) + 1 and inner.instance_path[-1] == "type"


@cache
def _description() -> Any:
    return json.loads(DESCRIPTION.read_text(encoding="utf-8"))


@cache
def _strict_components() -> Any:
    components = copy.deepcopy(_description()["components"])
    for schema, name, value in SENT_BY_DISCORD_PY:
        components["schemas"][schema]["properties"][name] = value
    components["schemas"]["SnowflakeType"] = AN_ID
    _refuse_unknown_fields(components["schemas"])
    return components


def _refuse_unknown_fields(schema: Any) -> None:
    if isinstance(schema, dict):
        if "properties" in schema and schema.get("type") == "object":
            schema.setdefault("additionalProperties", False)
        for part in schema.values():
            _refuse_unknown_fields(part)
    elif isinstance(schema, list):
        for part in schema:
            _refuse_unknown_fields(part)


def _operation(method: str, path: str) -> Any:
    operation = _description()["paths"].get(path, {}).get(method.lower())
    if operation is None:
        raise SchemaError(f"there is no {method} {path}")
    return operation


@cache
def _request_validator(method: str, path: str) -> Draft202012Validator:
    # Of a request with files, `payload_json` has the form of one without.
    schema = copy.deepcopy(_operation(method, path)["requestBody"]["content"][JSON]["schema"])
    _refuse_unknown_fields(schema)
    return Draft202012Validator({**schema, "components": _strict_components()})


@cache
def _response_validator(method: str, path: str, status: int) -> Draft202012Validator:
    schema = _operation(method, path)["responses"][str(status)]["content"][JSON]["schema"]
    return Draft202012Validator({**schema, "components": _description()["components"]})
