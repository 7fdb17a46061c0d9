"""What axe-core finds on a page."""

from __future__ import annotations

from typing import Any

from renderers.themes import THEMES
from tests.web.tools import needs, tool

FINDINGS = """async (rules) => {
    const found = await axe.run(document, rules ? {runOnly: {type: 'rule', values: rules}} : {});
    return found.violations.map((one) => `${one.id}: ${one.help}: ` + one.nodes.slice(0, 3)
        .map((node) => node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? '')).join(' | '));
}"""

AXE = "axe-core/axe.min.js"

needs_axe = needs(AXE)

SCHEMES = ("dark", "light")


async def violations(page: Any, *, in_all_themes: bool = True, frame: Any = None) -> list[str]:
    """Return what axe-core finds on a page, or in a frame of it: by all rules, and by that of contrasts in
    every theme."""
    shown = frame or page
    # The policy of the pages allows no script of others but what a debugger evaluates.
    await shown.evaluate(tool(AXE).read_text("utf-8"))
    found: list[str] = await shown.evaluate(FINDINGS, None)
    for scheme in SCHEMES if in_all_themes else ():
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for theme in THEMES:
            await shown.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
            contrast = await shown.evaluate(FINDINGS, ["color-contrast"])
            found += [f"{theme}, {scheme}: {one}" for one in contrast]
    return found
