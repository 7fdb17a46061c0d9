// What is around every page: theme, sign-in, clocks, and what a browser remembers.

import { element } from "./dom.js";

const THEME = "flipfour-theme";

/**
 * @typedef {object} Page
 * @property {string} live
 * @property {Record<string, string>} words
 * @property {Record<string, string>} themes
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
 * Return the reader's theme, by default that of the channel.
 * @param {string} theme
 */
export function shownTheme(theme) {
    return stored(THEME) ?? theme;
}

/**
 * @param {Page} page
 * @param {() => string | undefined} inChannel
 */
export function themeMenu(page, inChannel) {
    const menu = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": page.words.theme }));
    menu.append(element("option", { value: "" }, page.words.asInChannel));
    for (const [value, label] of Object.entries(page.themes)) menu.append(element("option", { value }, label));
    menu.value = stored(THEME) ?? "";
    menu.addEventListener("change", () => {
        store(THEME, menu.value || null);
        document.documentElement.dataset.theme = menu.value || inChannel() || "classic";
    });
    if (menu.value) document.documentElement.dataset.theme = menu.value;
    return element("label", { class: "theme" }, element("span", {}, page.words.theme), menu);
}

/**
 * Say who is signed in, or lead to signing in.
 * @param {HTMLElement} account
 * @param {Page} page
 * @param {string | null} name
 * @param {boolean} offered
 */
export function signedIn(account, page, name, offered) {
    account.replaceChildren();
    if (name !== null) {
        account.append(element("span", {}, page.words.signedIn.replace("{}", name)));
        if (page.signOut) account.append(signOutButton(page, page.signOut));
    } else if (page.signIn && offered) {
        const to = `${page.signIn}?to=${encodeURIComponent(window.location.pathname)}`;
        account.append(element("a", { class: "button strong", href: to }, page.words.signIn));
    }
}

/** @param {Page} page @param {string} path */
function signOutButton(page, path) {
    const made = element("button", { type: "button", class: "button plain" }, page.words.signOut);
    made.addEventListener("click", async () => {
        await fetch(path, { method: "POST" });
        window.location.reload();
    });
    return made;
}

/**
 * @param {number} milliseconds
 * @param {Record<string, string>} words
 */
export function clockText(milliseconds, words) {
    const seconds = Math.ceil(milliseconds / 1000);
    const hours = Math.trunc(seconds / 3600);
    if (hours >= 48) return words.days.replace("{}", String(Math.trunc(hours / 24)));
    const rest = `${String(Math.trunc(seconds / 60) % 60).padStart(hours ? 2 : 1, "0")}:${String(seconds % 60).padStart(2, "0")}`;
    return hours ? `${hours}:${rest}` : rest;
}
