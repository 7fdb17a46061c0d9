"""Discord's client as a page around the Activity's frame: it answers what the real SDK asks.

The SDK accepts a parent of its own origin, so the page is served beside the Activity.
"""

from __future__ import annotations

from aiohttp import web

from tests.loopback.people import Person
from tests.loopback.server import LoopbackDiscord

CLIENT_PATH, CODE_PATH = "/client", "/client/code"

SCRIPT = """
const query = new URLSearchParams(location.search);
const frame = document.querySelector("iframe");
window.asked = [];
window.layout = (layout_mode) =>
    say({cmd: "DISPATCH", evt: "ACTIVITY_LAYOUT_MODE_UPDATE", nonce: null, data: {layout_mode}});
const say = (payload) => frame.contentWindow.postMessage([1, payload], location.origin);
const user = {id: query.get("person"), username: "someone", discriminator: "0", public_flags: 0};
const answers = {
    async AUTHORIZE() { return {code: await (await fetch("/client/code?person=" + user.id)).text()}; },
    async AUTHENTICATE({access_token}) {
        const application = {id: query.get("application"), description: "", name: "Flipfour"};
        return {access_token, user, scopes: ["identify"], expires: "2100-01-01T00:00:00Z", application};
    },
    async USER_SETTINGS_GET_LOCALE() { return {locale: query.get("locale")}; },
    async SUBSCRIBE(_, {evt}) { return {evt}; },
    async OPEN_EXTERNAL_LINK() { return {opened: true}; },
};
addEventListener("message", async ({data: [operation, message]}) => {
    window.asked.push([message.cmd ?? "HANDSHAKE", message.args ?? {}]);
    if (operation === 0) {
        const config = {cdn_host: "cdn", api_endpoint: "/api", environment: "production"};
        say({cmd: "DISPATCH", evt: "READY", nonce: null, data: {v: 1, config, user}});
    }
    if (operation !== 1) return;
    if (query.get("refuses") === message.cmd) {
        say({cmd: message.cmd, nonce: message.nonce, evt: "ERROR", data: {code: 4002, message: "refused"}});
        return;
    }
    const data = await (answers[message.cmd] ?? (async () => null))(message.args, message);
    say({cmd: message.cmd, nonce: message.nonce, evt: null, data});
});
const given = new URLSearchParams({frame_id: "f", platform: "desktop"});
for (const name of ["instance_id", "channel_id", "custom_id"])
    if (query.get(name)) given.set(name, query.get(name));
frame.src = (query.get("root") ?? "/activity/") + "?" + given;
"""

STYLE = "iframe { width: 100vw; height: 100vh; border: 0 } body { margin: 0; overflow: hidden }"

PAGE = f"""<!doctype html><html lang="en"><title>Discord</title><link rel="icon" href="data:,">
<style>{STYLE}</style><iframe title="Activity"></iframe><script>{SCRIPT}</script></html>"""


def add_client(app: web.Application, discord: LoopbackDiscord) -> None:
    """Add Discord's client to the server of the Activity."""

    async def page(request: web.Request) -> web.Response:
        return web.Response(text=PAGE, content_type="text/html")

    async def code(request: web.Request) -> web.Response:
        return web.Response(text=discord.oauth.authorise(int(request.query["person"])))

    app.add_routes([web.get(CLIENT_PATH, page), web.get(CODE_PATH, code)])


def client_query(discord: LoopbackDiscord, person: Person, instance: str, **more: str) -> dict[str, str]:
    """Return what a person's client is opened with."""
    return {
        "application": str(discord.bot.id),
        "person": str(person.id),
        "instance_id": instance,
        "channel_id": str(person.channel.id),
        "locale": "en-US",
        **more,
    }
