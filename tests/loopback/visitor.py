"""A person's browser, which goes from the bot's page to Discord's and back."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Self

from aiohttp import ClientSession, CookieJar
from yarl import URL

from tests.loopback.oauth import AUTHORISE_PATH, PERSON_COOKIE, REFUSAL_COOKIE
from tests.loopback.server import LoopbackDiscord

DISCORD = "https://discord.com"


@dataclass(frozen=True)
class Shown:
    """What the browser shows at last."""

    status: int
    text: str
    url: URL
    headers: dict[str, str]


class Visitor:
    """A browser with its cookies, in which a person is logged in to Discord."""

    def __init__(self, discord: LoopbackDiscord, person_id: int, language: str = "en") -> None:
        self._discord = discord
        self._person_id = person_id
        self._session = ClientSession(
            cookie_jar=CookieJar(unsafe=True), headers={"Accept-Language": language}
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._session.close()

    async def opens(self, address: str | URL, *, agrees: bool = True, stays: bool = False) -> Shown:
        """Open an address and follow where it leads; with `stays`, only open it."""
        for _ in range(5):
            url = self._there(URL(address))
            # Discord's own cookies: who is logged in, and what they will tap.
            cookies = {PERSON_COOKIE: str(self._person_id)} if url.path == AUTHORISE_PATH else {}
            if cookies and not agrees:
                cookies[REFUSAL_COOKIE] = "1"
            async with self._session.get(url, allow_redirects=False, cookies=cookies) as answer:
                shown = Shown(answer.status, await answer.text(), url, dict(answer.headers))
            if shown.status != 302 or stays:
                return shown
            address = url.join(URL(shown.headers["Location"]))
        raise AssertionError(f"{address} leads round in circles")

    async def back(self, start: str) -> str:
        """Begin a visit at an address, and return the one to which Discord sends the visitor back."""
        begun = await self.opens(start, stays=True)
        return (await self.opens(begun.headers["Location"], stays=True)).headers["Location"]

    def _there(self, url: URL) -> URL:
        """Return where an address of Discord's is on this machine."""
        if str(url.origin()) == DISCORD:
            return URL(f"{self._discord.address}{url.raw_path_qs}", encoded=True)
        return url
