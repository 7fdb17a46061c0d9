// What the reader chooses and the browser remembers, and who they are.

import { element } from "./dom.js";

const THEME = "flipfour-theme";

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
 * @param {any} page
 * @param {() => string | undefined} given the theme of readers who have chosen none
 */
export function themeMenu(page, given) {
    const menu = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": page.words.theme }));
    menu.append(element("option", { value: "" }, page.words.asInChannel));
    for (const [value, label] of Object.entries(page.themes)) {
        menu.append(element("option", { value }, /** @type {string} */ (label)));
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
 * @param {any} page
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
    if (page.puzzles !== window.location.pathname) {
        shown.push(element("a", { class: "button plain", href: page.puzzles + window.location.search }, `🧩 ${page.words.puzzles}`));
    }
    if (page.signOut) {
        const out = element("button", { type: "button", class: "button plain" }, page.words.signOut);
        out.addEventListener("click", async () => {
            await fetch(page.signOut, { method: "POST" });
            window.location.reload();
        });
        shown.push(out);
    }
    return shown;
}
