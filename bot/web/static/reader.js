// What is around every page: what the reader chooses and the browser remembers, who they are, how their page is
// connected, and replies.

import { element, onKey, paragraphs } from "./dom.js";
import { isEnd } from "./live.js";
import { onIgnored } from "./taps.js";

const THEME = "flipfour-theme";
const TURNED = "flipfour-turned";

/**
 * @typedef {object} Page
 * @property {string} live
 * @property {Record<string, string>} words
 * @property {Record<string, string>} themes
 * @property {string} [home] the origin at which pages work
 * @property {string} [puzzles]
 * @property {string | null} signIn
 * @property {string | null} signOut
 * @property {string} [event] the page of the event to which a board belongs
 */

/** @param {string} key */
export function stored(key) {
    try {
        return localStorage.getItem(key);
    } catch {
        // A frame of another site may have no storage.
        return null;
    }
}

/** @param {string} key @param {string | null} value */
export function store(key, value) {
    try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
    } catch {
        // It is only remembered for this page, then.
    }
}

/**
 * Show the theme that the reader has chosen, else the given one.
 * @param {string | undefined} given
 */
export function showTheme(given) {
    document.documentElement.dataset.theme = stored(THEME) ?? given ?? "classic";
}

/**
 * @param {Page} page
 * @param {() => string | undefined} given the theme of readers who have chosen none
 */
export function themeMenu(page, given) {
    const menu = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": page.words.theme }));
    menu.append(element("option", { value: "" }, page.words.asInChannel));
    for (const [value, label] of Object.entries(page.themes)) {
        menu.append(element("option", { value }, label));
    }
    menu.value = stored(THEME) ?? "";
    menu.addEventListener("change", () => {
        store(THEME, menu.value || null);
        showTheme(given());
    });
    showTheme(given());
    return element("label", { class: "theme" }, element("span", {}, page.words.theme), menu);
}

/**
 * Return who is signed in, or where to sign in.
 * @param {Page} page
 * @param {string | null} name
 * @param {string} invitation
 */
export function account(page, name, invitation) {
    if (name === null) {
        if (!page.signIn) return [];
        const to = `${page.signIn}?to=${encodeURIComponent(window.location.pathname)}`;
        return [element("a", { class: "button strong", href: to }, invitation)];
    }
    const shown = name ? [element("span", {}, page.words.signedIn.replace("{}", name))] : [];
    // Inside of Discord there is no page of puzzles.
    if (page.puzzles && page.puzzles !== window.location.pathname) {
        shown.push(element("a", { class: "button plain", href: page.puzzles + window.location.search }, `🧩 ${page.words.puzzles}`));
    }
    if (page.signOut) shown.push(signOutButton(page, page.signOut));
    return shown;
}

/**
 * Return where Discord shows the same, if it does.
 * @param {string | null} address
 * @param {Record<string, string>} words
 */
export function discordLink(address, words) {
    if (!address) return [];
    return [element("p", { class: "small" }, element("a", { href: address, rel: "noreferrer", target: "_blank" }, words.discord))];
}

/** @param {Page} page @param {string} path */
function signOutButton(page, path) {
    const made = element("button", { type: "button", class: "button plain" }, page.words.signOut);
    made.addEventListener("click", async () => {
        try {
            await fetch(path, { method: "POST" });
        } catch {
            // Still signed in: the page says that it is not connected.
            return;
        }
        window.location.reload();
    });
    return made;
}

/** The button that turns boards, and whether they are. */
export class Turning {
    /** @param {Record<string, string>} words @param {() => void} redraw */
    constructor(words, redraw) {
        this.on = stored(TURNED) === "1";
        this.root = element("button", { type: "button", class: "button plain", "aria-pressed": String(this.on) }, `⇅ ${words.turned}`);
        this.root.addEventListener("click", () => {
            this.on = !this.on;
            store(TURNED, this.on ? "1" : null);
            this.root.setAttribute("aria-pressed", String(this.on));
            redraw();
        });
    }
}

/** How a page is connected, in words. */
export class ConnectionState {
    /** @param {Record<string, string>} words @param {string} [home] the origin at which pages work */
    constructor(words, home = "") {
        this.home = home;
        /** @type {Record<string, string>} */
        this.words = { ...words, open: "" };
        this.root = element("span", { class: "state", role: "status" }, words.connecting);
    }

    /**
     * Say something while there is a connection.
     * @param {string} open
     */
    tell(open) {
        if (this.words.open === open) return;
        this.words.open = open;
        if (this.root.dataset.state === "open") this.root.replaceChildren(open);
    }

    /** @param {import("./live.js").State} now */
    show(now) {
        if (this.root.dataset.state === now) return;
        this.root.dataset.state = now;
        this.root.replaceChildren(this.words[now]);
        if (now === "foreign" && this.home) {
            const here = new URL(window.location.pathname, this.home);
            this.root.append(" ", element("a", { href: here.href }, here.host));
        }
        if (now !== "stale") return;
        const reload = element("button", { type: "button", class: "button plain" }, this.words.reload);
        reload.addEventListener("click", () => window.location.reload());
        this.root.append(reload);
    }
}

/** The reply to what the reader did. */
export class Said {
    /** @param {Record<string, string>} words */
    constructor(words) {
        this.words = words;
        this.root = element("section", { class: "said", role: "status" });
        this.unsent = false;
        /** Where the reader was when they were asked.
         * @type {Element | null} */
        this.asker = null;
        onKey(document, (event) => event.key === "Escape" && this.clear());
        onIgnored(() => {
            // A question that was just asked stays.
            if (this.root.querySelector("button") === null) this.show({ lines: [{ runs: [[this.words.justChanged, ""]] }], refused: true });
        });
    }

    clear() {
        const focused = this.root.contains(document.activeElement);
        this.root.replaceChildren();
        this.unsent = false;
        if (focused && this.asker instanceof HTMLElement) this.asker.focus({ preventScroll: true });
    }

    /** @param {{ lines?: import("./dom.js").Line[], refused?: boolean }} reply @param {...HTMLElement} more */
    show(reply, ...more) {
        this.unsent = false;
        this.root.className = reply.refused ? "said refused" : "said";
        this.root.replaceChildren(...paragraphs(reply.lines ?? []), ...more);
        this.root.scrollIntoView({ block: "nearest" });
    }

    /**
     * Show a reply that can be answered; the keyboard is at the last answer.
     * @param {{ lines?: import("./dom.js").Line[], refused?: boolean }} reply
     * @param {HTMLElement[]} answers
     */
    ask(reply, answers) {
        if (!this.root.contains(document.activeElement)) this.asker = document.activeElement;
        this.show(reply, element("div", { class: "buttons" }, ...answers));
        answers.at(-1)?.focus({ preventScroll: true });
    }

    /** Say that there is no connection. */
    notSent() {
        this.show({ lines: [{ runs: [[this.words.notSent, ""]] }], refused: true });
        this.unsent = true;
    }

    /**
     * Say no longer that there is no connection, once there is one or never will be.
     * @param {import("./live.js").State} now
     */
    connected(now) {
        if (this.unsent && (now === "open" || isEnd(now))) this.clear();
    }
}
