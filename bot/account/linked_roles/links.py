"""People link their accounts, and Discord is told their figures from then on.

What is due is in the database, and done by the periodic pass: a change of figures is noted in its own
transaction, a person is told to Discord at most every few minutes, and failures are retried with back-off. A
grant that was revoked is deleted. People who unlink are unlinked at once; that Discord forgets their figures
is done like all the rest, and given up after a day.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeVar

import structlog

from bot.account.linked_roles.connections import (
    Authorised,
    GrantGoneError,
    NotAcceptedError,
    RateLimitedError,
    RoleConnectionError,
    RoleConnections,
    Tokens,
)
from bot.core.background import Backoff
from bot.core.masking import described
from bot.core.metrics import counter
from bot.features import Kit
from data import StorageError
from data.db.chores import Chore
from data.people.role_links import RoleLink, RoleLinkStore, RoleUnlink, SealedGrant, figures_due

if TYPE_CHECKING:
    # It needs a package that few hosts have.
    from bot.account.linked_roles.vault import Vault

T = TypeVar("T")

log = structlog.get_logger(__name__)

BATCH = 50
"""People read at once; Discord is told of one after the other."""

MAX_FAULTS = 3
"""Faults in a row after which a pass ends: Discord is away."""

RETRY = Backoff(timedelta(minutes=1), timedelta(hours=6))

WITHOUT_KEY = timedelta(days=1)
"""Time until another attempt with tokens for which there is no key."""

CHECK_EVERY = timedelta(days=30)
"""Time after which Discord is told again without a change, which shows whether the grant was revoked."""

EARLY = timedelta(minutes=5)
"""Time before its end at which an access token counts as expired."""


LINK_EVENTS = counter(
    "linked_roles",
    "Linked roles: people who linked or unlinked, figures told to Discord or not, grants revoked.",
    "outcome",
)


class IncompleteGrantError(Exception):
    """The person did not allow everything that linking needs."""


class WithdrawnGrantError(Exception):
    """Discord does not accept the tokens that it has just given, so nothing is linked."""


class LinkedRoles:
    """The linked people; `parts` are None if the host has not switched linked roles on."""

    chores: ClassVar[tuple[Chore, ...]] = (figures_due,)

    def __init__(self, kit: Kit, parts: tuple[RoleConnections, Vault] | None) -> None:
        self._storage = kit.storage
        self.enabled = parts is not None
        if parts is not None:
            self._connections, self._vault = parts
        self._background = kit.background
        self._count = partial(kit.metrics.count, LINK_EVENTS)
        self._now = kit.now
        self._task: asyncio.Task[None] | None = None
        # Discord is not told of a person while it is to forget them.
        self._one_at_a_time = asyncio.Lock()
        self._keys_renewed = False
        self._without_key = 0

    @property
    def closing(self) -> bool:
        """True while the bot stops."""
        return self._background.closing

    async def status(self, player_id: int) -> RoleLink | None:
        """Return a person's link; None without one, and if linked roles are off."""
        return await self._storage[RoleLinkStore].of(player_id) if self.enabled else None

    async def use_state(self, state: str, lifetime: timedelta) -> bool:
        """Use up a visit's state, whose cookie is valid for `lifetime`; returns False if it was before."""
        return await self._storage[RoleLinkStore].use_state(state, lifetime)

    async def link(self, code: str, state: str) -> bool:
        """Link the person who came back with a code; returns whether Discord has their figures already.

        `state` is that of their visit. Otherwise it is told in the background. Raises RoleConnectionError,
        IncompleteGrantError, and WithdrawnGrantError.
        """
        authorised = await self._connections.exchange(code, state)
        try:
            if not authorised.complete:
                raise IncompleteGrantError
            player_id = await self._connections.person(authorised.tokens)
            link = await self._storage[RoleLinkStore].put(player_id, self._sealed(authorised))
        except (RoleConnectionError, IncompleteGrantError, StorageError) as fault:
            # It has no owner, or no place.
            await self._give_back(authorised.tokens)
            if isinstance(fault, GrantGoneError):
                raise WithdrawnGrantError from fault
            raise
        self._count("linked")
        async with self._one_at_a_time:
            try:
                await self._push(link)
            except RoleConnectionError as fault:
                await self._retry(link, fault)
                return False
            if await self._storage[RoleLinkStore].of(player_id) is None:
                raise WithdrawnGrantError
            return True

    async def unlink(self, player_id: int) -> bool:
        """Unlink a person; returns whether they were linked. Discord is told in the background."""
        unlinked = await self._storage[RoleLinkStore].unlink(player_id)
        if unlinked:
            self._count("unlinked")
            self.recover()
        return unlinked

    def recover(self) -> None:
        """Do what is due, unless that is in progress."""
        # People belong to no server, so one process sees to them all.
        if self._storage.share.first_of_all and (self._task is None or self._task.done()):
            self._task = self._background.spawn(self._do_due())

    # Even if nothing is due, tokens are encrypted with the newest key.
    on_start = recover

    async def _do_due(self) -> None:
        if not self.enabled:
            if await self._storage[RoleLinkStore].due_unlinks(1):
                # Their tokens are of no use, and must not stay.
                await self._storage[RoleLinkStore].forget_unlinks()
            return
        links = self._storage[RoleLinkStore]
        await self._renew_keys()
        self._without_key = 0
        await self._each(links.due_unlinks, self._tried_clear)
        await self._each(links.due, self._tried_push)
        if self._without_key:
            log.warning(
                "tokens of linked roles can't be decrypted: is a key missing in FLIPFOUR_LINKED_ROLES_KEYS?",
                links=self._without_key,
            )

    async def _each(
        self, due: Callable[[int], Awaitable[Sequence[T]]], work: Callable[[T], Awaitable[bool]]
    ) -> None:
        """Do some work for everything that is due, until too much of it fails in a row.

        It is no longer due afterwards, whether the work succeeds or not.
        """
        faults = 0
        while page := await due(BATCH):
            for item in page:
                faults = 0 if await work(item) else faults + 1
                if faults >= MAX_FAULTS or self.closing:
                    return

    async def _tried_push(self, link: RoleLink) -> bool:
        """Tell Discord a person's figures, or note when to try again; returns whether Discord took it."""
        async with self._one_at_a_time:
            current = await self._storage[RoleLinkStore].of(link.player_id)
            if current is None or current.grant != link.grant:
                return True
            try:
                await self._push(current)
            except RoleConnectionError as fault:
                await self._retry(current, fault)
                return False
            except Exception:
                # A fault with one person must not stop the others.
                log.exception("linked role could not be updated")
                await self._storage[RoleLinkStore].record_failure(current, self._later(current.failures))
            return True

    async def _push(self, link: RoleLink) -> None:
        """Tell Discord a person's figures, and delete a revoked grant. Raises other RoleConnectionErrors."""
        links = self._storage[RoleLinkStore]
        tokens = self._vault.open(link.grant.tokens)
        if tokens is None:
            self._without_key += 1
            await links.record_failure(link, self._now() + WITHOUT_KEY)
            return
        try:
            fresh = False
            if link.grant.expires_at <= self._now() + EARLY:
                link, tokens, fresh = *await self._refreshed(link, tokens), True
            figures = await self._storage[RoleLinkStore].figures(link.player_id)
            try:
                await self._connections.push(tokens, figures)
            except GrantGoneError:
                if fresh:
                    raise
                # Discord may have ended the access token alone.
                link, tokens = await self._refreshed(link, tokens)
                await self._connections.push(tokens, figures)
        except GrantGoneError:
            if await links.drop(link):
                self._count("revoked")
                log.info("a linked role was revoked on Discord: its tokens are deleted")
            return
        await links.record_pushed(link, self._now() + CHECK_EVERY)
        self._count("told")

    async def _refreshed(self, link: RoleLink, tokens: Tokens) -> tuple[RoleLink, Tokens]:
        """Return the link with new tokens, which are stored.

        The old ones are worthless by then, so this is completed even if the bot stops meanwhile.
        """
        return await asyncio.shield(self._background.begin(self._refresh(link, tokens)))

    async def _refresh(self, link: RoleLink, tokens: Tokens) -> tuple[RoleLink, Tokens]:
        authorised = await self._connections.refresh(tokens)
        renewed = await self._storage[RoleLinkStore].renew(link, self._sealed(authorised))
        current = await self._storage[RoleLinkStore].of(link.player_id)
        if current is None:
            # Unlinked meanwhile: what is stored for that has the old tokens.
            await self._give_back(authorised.tokens, clear=True)
        if current is None or not renewed:
            raise GrantGoneError
        return current, authorised.tokens

    async def _tried_clear(self, unlink: RoleUnlink) -> bool:
        """Have Discord forget a person's figures, or note when to try again."""
        links = self._storage[RoleLinkStore]
        tokens = self._vault.open(unlink.grant.tokens)
        if tokens is None:
            self._without_key += 1
            await links.drop(unlink)
            return True
        async with self._one_at_a_time:
            try:
                await self._clear(unlink, tokens)
            except GrantGoneError:
                # The person has revoked it, and Discord has forgotten them.
                pass
            except RoleConnectionError as fault:
                log.info("a linked role was not cleared on Discord", error=described(fault))
                await links.record_unlink_failure(unlink, self._later(unlink.failures, fault))
                return False
            await links.drop(unlink)
            return True

    async def _clear(self, unlink: RoleUnlink, tokens: Tokens) -> None:
        connections = self._connections
        try:
            if unlink.grant.expires_at <= self._now() + EARLY:
                raise GrantGoneError
            player_id = await connections.person(tokens)
        except GrantGoneError:
            authorised = await connections.refresh(tokens)
            tokens = authorised.tokens
            await self._storage[RoleLinkStore].renew(unlink, self._sealed(authorised))
            player_id = await connections.person(tokens)
        if await self._storage[RoleLinkStore].of(player_id) is None:
            await connections.clear(tokens)
            await connections.revoke(tokens)
        # Otherwise they have linked again, and revoking one grant would end the other, too.

    async def _give_back(self, tokens: Tokens, *, clear: bool = False) -> None:
        """Revoke a grant that is not stored, if Discord can be reached; `clear` the figures before."""
        try:
            if clear:
                await self._connections.clear(tokens)
            await self._connections.revoke(tokens)
        except RoleConnectionError as fault:
            log.info("a grant that is not used was not revoked", error=described(fault))

    async def _renew_keys(self) -> None:
        """Encrypt all tokens with the newest key, once after each start."""
        if self._keys_renewed:
            return
        links = self._storage[RoleLinkStore]
        last, last_unlink, renewed = 0, 0, 0
        while page := await links.sealed(last, BATCH):
            last = page[-1].player_id
            for link in page:
                if (grant := _resealed(self._vault, link.grant)) is not None:
                    renewed += await links.renew(link, grant)
        while unlinks := await links.sealed_unlinks(last_unlink, BATCH):
            last_unlink = unlinks[-1].id
            for unlink in unlinks:
                if (grant := _resealed(self._vault, unlink.grant)) is not None:
                    renewed += await links.renew(unlink, grant)
        self._keys_renewed = True
        if renewed:
            log.info("tokens of linked roles are encrypted with the new key", links=renewed)

    async def _retry(self, link: RoleLink, fault: RoleConnectionError) -> None:
        """Note when to try again, and log what the host can do something about."""
        self._count("failed")
        if isinstance(fault, NotAcceptedError):
            log.warning(
                "Discord does not accept linked roles: check DISCORD_CLIENT_SECRET", error=described(fault)
            )
        else:
            log.info("a linked role was not updated; will retry", error=described(fault))
        await self._storage[RoleLinkStore].record_failure(link, self._later(link.failures, fault))

    def _later(self, failures: int, fault: Exception | None = None) -> datetime:
        """Return when to try again; after a rate limit no sooner than it says."""
        wait = RETRY.after(failures + 1)
        return self._now() + (max(wait, fault.after) if isinstance(fault, RateLimitedError) else wait)

    def _sealed(self, authorised: Authorised) -> SealedGrant:
        return SealedGrant(self._vault.seal(authorised.tokens), self._now() + authorised.lifetime)


def _resealed(vault: Vault, grant: SealedGrant) -> SealedGrant | None:
    """Return a grant encrypted with the newest key; None if it is, or can't be decrypted."""
    sealed = vault.renewed(grant.tokens)
    return None if sealed is None else SealedGrant(sealed, grant.expires_at)
