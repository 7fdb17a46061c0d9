"""What a window of some size hides or cuts off of a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.web.browser import DESKTOP

SMALLEST = (320, 256)
"""A window of 1280 × 1024 pixels enlarged to 400 %, which WCAG 1.4.10 asks for."""

REPORTED = (SMALLEST, (736, 414), (756, 352), (756, 308), (788, 308), (802, 293), (1366, 768))
"""Sizes at which pages were wrong, whatever devices Playwright may know later, and a usual one."""

FAULTS = """([expected, edge]) => {
    const found = [];
    const [wide, high] = [document.documentElement.clientWidth, window.innerHeight];
    window.scrollTo(0, 0);
    const beyond = document.scrollingElement.scrollWidth - wide;
    if (beyond > 0) found.push(`${beyond} px sideways`);
    const inside = (rect) => rect.left > edge - 1 && rect.right < wide - edge + 1
        && rect.top > -1 && rect.bottom < high + 1;
    const round = (rect) => [rect.left, rect.top, rect.width, rect.height].map(Math.round).join(" ");
    for (const board of document.querySelectorAll(".table .frame")) {
        if (board.getClientRects().length === 0) continue;
        const beside = wide >= 480 && wide > 1.2 * high;
        for (const seen of beside ? [board, ...document.querySelectorAll("main > .table .player")] : []) {
            if (!inside(seen.getBoundingClientRect())) found.push(`${seen.className} is cut off`);
        }
        board.scrollIntoView({ block: "center" });
        const rect = board.getBoundingClientRect();
        if (!inside(rect)) found.push(`board at ${round(rect)}`);
        for (const square of board.querySelectorAll(".square, .cell")) {
            const size = square.getBoundingClientRect();
            const fits = size.width >= 24 && Math.abs(size.width - size.height) < 1;
            const within = size.right <= rect.right && size.bottom <= rect.bottom;
            if (!fits || !within) { found.push(`square ${round(size)} of ${round(rect)}`); break; }
        }
    }
    const kinds = ":is(.clock, .player, a, button, select, input, summary)";
    const controls = document.querySelectorAll(`main ${kinds}:not(.grid *, .mini *, .wide *)`);
    const shown = [...controls].filter((one) => one.checkVisibility({ visibilityProperty: true }));
    for (const one of shown) {
        one.scrollIntoView({ block: "center", inline: "nearest" });
        const rect = one.getBoundingClientRect();
        const there = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
        const name = one.textContent || one.getAttribute("aria-label") || one.className;
        if (!inside(rect)) found.push(`${name} at ${round(rect)}`);
        else if (!one.contains(there)) found.push(`${name} is behind ${there?.className}`);
    }
    if (expected !== null && shown.length !== expected) found.push(`${shown.length} of ${expected} controls`);
    window.scrollTo(0, 0);
    return { found, shown: shown.length };
}"""


def sizes(devices: dict[str, Any]) -> list[tuple[int, int]]:
    """Return the sizes of the windows of these devices, both ways round."""
    viewports = {(one["viewport"]["width"], one["viewport"]["height"]) for one in devices.values()}
    return sorted({*viewports, *((high, wide) for wide, high in viewports), *REPORTED})


async def faults(page: Any, tried: Iterable[tuple[int, int]], *, edge: int = 0) -> list[str]:
    """Return what is wrong with a page in windows of each of these sizes; `edge` is the width of a notch."""
    found: list[str] = []
    await page.set_viewport_size(DESKTOP)
    whole = (await page.evaluate(FAULTS, [None, edge]))["shown"]
    for wide, high in tried:
        if wide < SMALLEST[0] + 2 * edge or high < SMALLEST[1]:
            continue
        await page.set_viewport_size({"width": wide, "height": high})
        seen = await page.evaluate(FAULTS, [whole, edge])
        found += [f"{wide}×{high}: {fault}" for fault in seen["found"]]
    await page.set_viewport_size(DESKTOP)
    return found
