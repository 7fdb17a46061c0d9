// The page inside of Discord: its SDK says who looks and where; then it is the page of a game.

import { element } from "./dom.js";

/** Discord's layouts: 0 the whole window, 1 picture-in-picture, 2 one of several tiles. */
const WHOLE = 0;

/**
 * @param {HTMLElement} main
 * @param {any} page
 */
export async function start(main, page) {
    let words = page.words;
    say(words.connecting);

    /** @param {string} text @param {...HTMLElement} more */
    function say(text, ...more) {
        main.replaceChildren(element("h1", {}, document.title), element("p", { role: "status" }, text), ...more);
    }

    /** @param {string} text */
    function fail(text) {
        say(text, press(words.tryAgain, () => window.location.reload()));
    }

    let sdk;
    try {
        const { DiscordSDK } = await import("./discord-sdk.js");
        sdk = new DiscordSDK(page.application, { disableConsoleLogOverride: true });
        await sdk.ready();
    } catch {
        fail(words.notReached);
        return;
    }
    sdk.subscribe("ACTIVITY_LAYOUT_MODE_UPDATE", (/** @type {{ layout_mode: number }} */ now) => {
        document.documentElement.classList.toggle("small-window", now.layout_mode > WHOLE);
    });
    openLinks(sdk);

    let token;
    try {
        const asked = { client_id: page.application, response_type: "code", state: "", prompt: "none", scope: ["identify"] };
        const { code } = await sdk.commands.authorize(asked);
        const body = JSON.stringify({ code, instance: sdk.instanceId });
        const answer = await fetch(`${page.root}session`, { method: "POST", body });
        if (!answer.ok) {
            fail(answer.status === 403 ? words.notAllowed : words.notReached);
            return;
        }
        token = (await answer.json()).token;
    } catch {
        fail(words.notAllowed);
        return;
    }

    const query = new URLSearchParams({ instance: sdk.instanceId, custom: sdk.customId ?? "", locale: await locale(sdk, token) });
    let opened;
    try {
        const answer = await fetch(`${page.root}open?${query}`);
        if (answer.status === 401) {
            fail(words.noCookie);
            return;
        }
        if (!answer.ok) throw new Error(String(answer.status));
        opened = await answer.json();
    } catch {
        fail(words.notReached);
        return;
    }
    words = opened.words;
    document.documentElement.lang = opened.lang;
    if (opened.kind === "game") {
        main.className = "game";
        (await import("./game.js")).start(main, { ...opened, live: page.root + opened.live, follow: (/** @type {number} */ game) => follow(`game-${game}`) });
    } else if (opened.kind === "elsewhere") {
        const link = { class: "button strong", href: opened.address, rel: "noreferrer", target: "_blank" };
        say(words.elsewhere, ...(opened.address ? [element("a", link, words.inBrowser)] : []));
    } else if (opened.games.length) {
        const games = opened.games.map((/** @type {any} */ one) => press(`${one.label} · ${one.players}`, () => follow(one.game)));
        say(words.chooseGame, element("div", { class: "games" }, ...games));
    } else {
        fail(words.noGames);
    }
}

/**
 * Return the language of the person's Discord, or that of the browser.
 * @param {any} sdk
 * @param {string} token
 */
async function locale(sdk, token) {
    try {
        await sdk.commands.authenticate({ access_token: token });
        return (await sdk.commands.userSettingsGetLocale()).locale;
    } catch {
        return navigator.language;
    }
}

/**
 * Show another game: everything begins anew, with the query that Discord gave.
 * @param {string} game
 */
function follow(game) {
    const address = new URL(window.location.href);
    address.searchParams.set("custom_id", game);
    window.location.replace(address);
}

/**
 * Have Discord open links, which the frame can't.
 * @param {any} sdk
 */
function openLinks(sdk) {
    document.addEventListener("click", (event) => {
        const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
        if (!(link instanceof HTMLAnchorElement)) return;
        event.preventDefault();
        sdk.commands.openExternalLink({ url: link.href }).catch(() => {});
    });
}

/** @param {string} label @param {() => void} then */
function press(label, then) {
    const made = element("button", { type: "button", class: "button" }, label);
    made.addEventListener("click", then);
    return made;
}
