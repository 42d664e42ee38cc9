"""Moves the clock of a sandbox and reads its captured emails."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, Dict, List, Optional

if TYPE_CHECKING:
    from ._generated import types as T
    from ._generated.client import AsyncTestResource, TestResource

POLL_SECONDS = 0.5
EFFECTS_PER_PAGE = 500


class AdvanceFailedError(Exception):
    """A job of the sandbox failed, so the clock stopped there. Advance to the same instant to try the
    job again. `advance` is the advance up to the failure, with all its effects.
    """

    def __init__(self, failure: Any, advance: "T.TestAdvance") -> None:
        super().__init__(f"{failure['job']}: {failure['reason']}")
        self.job: str = failure["job"]
        self.advance = advance


def _move(by: Optional[str], to: Optional[str]) -> Dict[str, Any]:
    if (by is None) == (to is None):
        raise TypeError("advance takes either by or to")
    if by is None:
        return {"to": to}
    short = re.fullmatch(r"(\d+)([smhdw])", by)
    if short is None:
        return {"by": by}
    count, unit = short.groups()
    return {"by": f"P{'T' if unit in 'smh' else ''}{count}{unit.upper()}"}


def _finished(first: Any, state: Any, effects: List[Any], cursor: str) -> "T.TestAdvance":
    counts = dict(Counter(effect["kind"] for effect in effects))
    failure = state["failure"]
    advance: Any = {**first, "status": state["status"], "failure": failure, "counts": counts}
    advance.update(effects=effects, cursor=cursor, hasMore=False)
    if failure is not None:
        raise AdvanceFailedError(failure, advance)
    return advance  # type: ignore[no-any-return]


class SandboxClock:
    """The clock of a sandbox. Needs the key of a sandbox."""

    def __init__(self, test: "TestResource") -> None:
        self._test = test

    def advance(self, *, by: Optional[str] = None, to: Optional[str] = None) -> "T.TestAdvance":
        """Moves the clock by `3d`, `90m` or `P1DT2H`, or to an instant. Waits until everything that
        falls due on the way has run, and returns the advance with all its effects in order.
        """
        advance: Any = self._test.advance(_move(by, to))  # type: ignore[arg-type]
        state: Any = advance
        while state["status"] == "ADVANCING":
            time.sleep(POLL_SECONDS)
            state = self._test.clock()
        effects: List[Any] = list(advance["effects"])
        # More has happened since the response if the clock was still moving.
        cursor, has_more = advance["cursor"], advance["hasMore"] or advance["status"] == "ADVANCING"
        while has_more:
            page: Any = self._test.effects(cursor=cursor, limit=EFFECTS_PER_PAGE)
            effects += page["effects"]
            cursor, has_more = page["cursor"], page["hasMore"]
        return _finished(advance, state, effects, cursor)


class SandboxMails:
    """The emails that a sandbox captured. Needs the key of a sandbox."""

    def __init__(self, test: "TestResource") -> None:
        self._test = test

    def latest(self, to: str) -> Optional["T.TestMailContent"]:
        """Returns the newest email to the address with its text and links, or None if there is none."""
        newest = self._test.mails(to=to, limit=1)
        return self._test.mail(newest[0]["id"]) if newest else None


class AsyncSandboxClock:
    """The clock of a sandbox. Needs the key of a sandbox."""

    def __init__(self, test: "AsyncTestResource") -> None:
        self._test = test

    async def advance(self, *, by: Optional[str] = None, to: Optional[str] = None) -> "T.TestAdvance":
        """Moves the clock by `3d`, `90m` or `P1DT2H`, or to an instant. Waits until everything that
        falls due on the way has run, and returns the advance with all its effects in order.
        """
        advance: Any = await self._test.advance(_move(by, to))  # type: ignore[arg-type]
        state: Any = advance
        while state["status"] == "ADVANCING":
            await asyncio.sleep(POLL_SECONDS)
            state = await self._test.clock()
        effects: List[Any] = list(advance["effects"])
        cursor, has_more = advance["cursor"], advance["hasMore"] or advance["status"] == "ADVANCING"
        while has_more:
            page: Any = await self._test.effects(cursor=cursor, limit=EFFECTS_PER_PAGE)
            effects += page["effects"]
            cursor, has_more = page["cursor"], page["hasMore"]
        return _finished(advance, state, effects, cursor)


class AsyncSandboxMails:
    """The emails that a sandbox captured. Needs the key of a sandbox."""

    def __init__(self, test: "AsyncTestResource") -> None:
        self._test = test

    async def latest(self, to: str) -> Optional["T.TestMailContent"]:
        """Returns the newest email to the address with its text and links, or None if there is none."""
        newest = await self._test.mails(to=to, limit=1)
        return await self._test.mail(newest[0]["id"]) if newest else None
