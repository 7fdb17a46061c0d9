"""How pages look: what windows cut off, what axe-core finds, and what contrast themes hide."""

from __future__ import annotations

import os
from io import BytesIO
from typing import Any

from PIL import Image, ImageChops

from renderers.themes import THEMES
from tests.extent import extent
from tests.web.browser import DESKTOP
from tests.web.tools import needs, tool

SMALLEST = (320, 256)
"""A window of 1280 × 1024 pixels enlarged to 400 %, which WCAG 1.4.10 asks for."""

REPORTED = [SMALLEST, (736, 414), (756, 352), (756, 308), (788, 308), (802, 293), (1366, 768)]
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

AXE = "axe-core/axe.min.js"

needs_axe = needs(AXE)

VIOLATIONS = """async (rules) => {
    const found = await axe.run(document, rules ? {runOnly: {type: 'rule', values: rules}} : {});
    return found.violations.map((one) => `${one.id}: ${one.help}: ` + one.nodes.slice(0, 3)
        .map((node) => node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? '')).join(' | '));
}"""

SCHEMES = ("dark", "light")

FORCED = """() => {
    const shown = (property, value) => {
        const probe = document.createElement("span");
        probe.style.setProperty(property, value);
        document.body.append(probe);
        const seen = getComputedStyle(probe).getPropertyValue(property);
        probe.remove();
        return seen;
    };
    const discs = [...document.querySelectorAll(".disc i")].filter((one) => one.checkVisibility());
    const hidden = discs.filter((one) => getComputedStyle(one).backgroundImage === "none");
    const text = document.querySelector(".title");
    return [getComputedStyle(text).color === shown("color", "CanvasText"), hidden.length];
}"""

MAX_DIFFERENCE = 24
"""Of 255: that of edges between pixels."""


class Looks:
    """Checks of a page that is in some state, and what they found."""

    def __init__(self, devices: dict[str, Any]) -> None:
        viewports = {(one["viewport"]["width"], one["viewport"]["height"]) for one in devices.values()}
        every = sorted({*viewports, *((high, wide) for wide, high in viewports)})
        self._sizes = sorted({*every[:: extent(12, 6)], *REPORTED})
        self.found: dict[str, list[str]] = {}

    def _note(self, state: str, *faults: str) -> None:
        if faults:
            self.found.setdefault(state, []).extend(faults)

    async def sizes(
        self, page: Any, state: str, *, frame: Any = None, few: bool = False, edge: int = 0
    ) -> None:
        """Open windows of the sizes of all devices, both ways round, or of `few`; `edge` is the width of a
        notch."""
        shown = frame or page
        await page.set_viewport_size(DESKTOP)
        whole = (await shown.evaluate(FAULTS, [None, edge]))["shown"]
        for wide, high in self._sizes[::5] if few else self._sizes:
            if wide >= SMALLEST[0] + 2 * edge and high >= SMALLEST[1]:
                await page.set_viewport_size({"width": wide, "height": high})
                seen = await shown.evaluate(FAULTS, [whole, edge])
                self._note(state, *(f"{wide}×{high}: {fault}" for fault in seen["found"]))
        await page.set_viewport_size(DESKTOP)

    async def axe(self, page: Any, state: str, *, frame: Any = None, themes: bool = True) -> None:
        """Look for violations by axe-core's rules, and by that of contrasts in every theme."""
        shown = frame or page
        # The policy of the pages allows no script of others but what a debugger evaluates.
        await shown.evaluate(tool(AXE).read_text("utf-8"))
        self._note(state, *await shown.evaluate(VIOLATIONS, None))
        for scheme in SCHEMES if themes else ():
            await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for theme in THEMES:
                await shown.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
                contrast = await shown.evaluate(VIOLATIONS, ["color-contrast"])
                self._note(state, *(f"{theme}, {scheme}: {one}" for one in contrast))

    async def forced_colours(self, page: Any, state: str, *more: str) -> None:
        """A contrast theme of Windows changes no colour of the boards, and everything around them."""
        kinds = [kind for kind in (".board", *more) if await page.locator(kind).count()]
        boards = [page.locator(kind).first for kind in kinds]
        # The focus would be elsewhere in each picture.
        await page.evaluate("document.activeElement.blur()")
        usual = [await board.screenshot() for board in boards]
        await page.emulate_media(forced_colors="active")
        if (seen := await page.evaluate(FORCED)) != [True, 0]:
            self._note(state, f"forced colours around boards and hidden discs: {seen}")
        for kind, board, before in zip(kinds, boards, usual, strict=True):
            if (change := difference(before, await board.screenshot())) > MAX_DIFFERENCE:
                self._note(state, f"forced colours change {kind} by {change}")
        await page.emulate_media(forced_colors="none")


def difference(one: bytes, other: bytes) -> int:
    """Return by how much any pixel of two pictures differs at most."""
    first, second = (Image.open(BytesIO(picture)).convert("RGB") for picture in (one, other))
    assert first.size == second.size
    counts = ImageChops.difference(first, second).histogram()
    return max(level % 256 for level, count in enumerate(counts) if count)


async def shoot(page: Any, name: str) -> None:
    """Take pictures of a page, if a folder for them is named."""
    if folder := os.environ.get("FLIPFOUR_SCREENSHOTS"):
        for number, (wide, high) in enumerate([(390, 844), (844, 390), *REPORTED]):
            scheme = SCHEMES[number % 2]
            await page.emulate_media(color_scheme=scheme)
            await page.set_viewport_size({"width": wide, "height": high})
            await page.screenshot(path=f"{folder}/{name}-{wide}x{high}-{scheme}.png")
        await page.set_viewport_size(DESKTOP)
