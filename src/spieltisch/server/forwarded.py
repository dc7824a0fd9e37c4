"""Whose request it is that a proxy passes on, by the headers that it adds."""

import re

from multidict import CIMultiDictProxy

from spieltisch.server.admission import Address, address_in

FORWARDED, FORWARDED_FOR = "Forwarded", "X-Forwarded-For"
FOR = re.compile(r'(?:^|;)\s*for\s*=\s*"?([^";]*)', re.IGNORECASE)
WITH_PORT = re.compile(r"\[(.*)\](?::\d+)?|([\d.]+):\d+")


class Contradiction(ValueError):
    """The two headers name different clients: one of them was not written by the proxy."""


def client_in(headers: CIMultiDictProxy[str]) -> Address | None:
    """Whom the proxy itself saw: what stands before that, anybody may have sent. None: it does not say."""
    named = {address_of(name) for name in (last_for(headers), last_of(headers, FORWARDED_FOR)) if name is not None}
    if len(named) > 1:
        raise Contradiction
    return named.pop() if named else None


def last_of(headers: CIMultiDictProxy[str], name: str) -> str | None:
    """A header may come several times, which is the same as once with commas."""
    lines = headers.getall(name, [])
    return lines[-1].rpartition(",")[2].strip() if lines else None


def last_for(headers: CIMultiDictProxy[str]) -> str | None:
    """RFC 7239."""
    last = last_of(headers, FORWARDED)
    found = None if last is None else FOR.search(last)
    return None if found is None else found[1].strip()


def address_of(name: str) -> Address | None:
    """With a port or without."""
    found = WITH_PORT.fullmatch(name)
    return address_in(name if found is None else found[1] or found[2])
