"""Bodies that are files: taken as they come, without a form around them."""

from __future__ import annotations

from typing import Any

from fastapi import Request

import celosia
from celosia.shells.service import TooLargeError
from celosia.shells.service.uploads import in_megabytes


def file_body(media: str, description: str) -> dict[str, Any]:
    """Document a body that is a file."""
    content = {media: {"schema": {"type": "string", "format": "binary"}}}
    return {
        "requestBody": {"required": True, "description": description, "content": content},
    }


async def small_file(request: Request, most: int) -> bytes:
    """Read a small file into memory."""
    content = bytearray()
    async for block in request.stream():
        content += block
        if len(content) > most:
            raise TooLargeError("rest.file-larger", most=in_megabytes(most))
    return bytes(content)


def as_text(content: bytes) -> str:
    """Read text in UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise celosia.DataError("rest.text-not-utf-8") from None
