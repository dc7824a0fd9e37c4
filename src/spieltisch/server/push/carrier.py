"""A notice handed to the push service of its device, and what that says."""

from typing import Literal, NamedTuple

from aiohttp import ClientConnectorDNSError, ClientError, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from aiohttp.abc import AbstractResolver
from aiohttp.resolver import DefaultResolver
from yarl import URL

from spieltisch.server.push.endpoints import PrivateAddress, PublicResolver, is_endpoint

TIME_S = 10  # for all of it
MOST_OF_A_HOST = 8  # connections at a time
TTL_S = 3 * 24 * 3600  # so long a push service keeps it for a device that is off
TOO_MANY = 429


class PushAnswer(NamedTuple):
    """taken: it is on its way; gone: nobody is there any more; later: try again; refused: do not."""

    verdict: Literal["taken", "gone", "later", "refused"]
    after_s: int = 0  # not before


class Carrier:
    def __init__(self, resolver: AbstractResolver | None = None, anywhere: bool = False) -> None:
        """`anywhere`: for tests, whose push service is at 127.0.0.1."""
        asked = resolver or DefaultResolver()
        self._anywhere = anywhere
        self._session = ClientSession(
            connector=TCPConnector(
                resolver=asked if anywhere else PublicResolver(asked),
                use_dns_cache=False,
                limit_per_host=MOST_OF_A_HOST,
            ),
            cookie_jar=DummyCookieJar(),
            timeout=ClientTimeout(total=TIME_S),
            auto_decompress=False,
        )

    async def post(self, endpoint: str, body: bytes, topic: str, authorization: str) -> PushAnswer:
        """Redirections are not followed, and nothing that the answer says is read but its status."""
        if not (self._anywhere or is_endpoint(endpoint)):
            return PushAnswer("gone")
        headers = {
            "Authorization": authorization,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL_S),
            "Topic": topic,
            "Urgency": "normal",
        }
        try:
            async with self._session.post(
                URL(endpoint, encoded=True), data=body, headers=headers, allow_redirects=False
            ) as said:
                return answer_of(said.status, said.headers.get("Retry-After", ""))
        except ClientConnectorDNSError as error:
            return PushAnswer("gone" if isinstance(error.os_error, PrivateAddress) else "later")
        except (ClientError, OSError, ValueError):  # TimeoutError too
            return PushAnswer("later")

    async def close(self) -> None:
        await self._session.close()


def answer_of(status: int, retry_after: str) -> PushAnswer:
    if status in range(200, 300):
        return PushAnswer("taken")
    if status in (404, 410):
        return PushAnswer("gone")
    if status == TOO_MANY or status >= 500:
        return PushAnswer("later", int(retry_after) if retry_after.isascii() and retry_after.isdigit() else 0)
    return PushAnswer("refused")


def audience_of(endpoint: str) -> str:
    """Of a signature: the push service."""
    return str(URL(endpoint, encoded=True).origin())
