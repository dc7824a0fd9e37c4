"""Files of finished matches, as they were downloaded."""

from pathlib import Path

from msgspec import DecodeError, ValidationError, json

from spieltisch.table import replay


def read_document(file: Path) -> replay.Document:
    """The file of a match, alone or as the server wraps it."""
    try:
        content = json.decode(file.read_bytes())
        inner = content.get("match", content) if isinstance(content, dict) else content
        return json.decode(json.encode(inner), type=replay.Document)
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror}") from None
    except (DecodeError, ValidationError, RecursionError, UnicodeError) as error:
        raise ValueError(f"{file} is not a match file: {error}") from None
