// Small helpers for building elements; texts only ever become text nodes.

import { ignore, isTooSoon } from "./taps.js";
import { tellWhen } from "./times.js";

/** Since when buttons are where they are.
 * @type {WeakMap<Element, number>} */
const since = new WeakMap();

/**
 * @param {string} name
 * @param {Record<string, string | boolean | null | undefined>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value === true) made.setAttribute(key, "");
        else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
}

/**
 * @param {string} label
 * @param {string} kind
 * @param {() => void} then
 */
export function press(label, kind, then) {
    const made = /** @type {HTMLButtonElement} */ (element("button", { type: "button", class: `button ${kind}` }, label));
    since.set(made, performance.now());
    made.addEventListener("click", () => (isTooSoon(since.get(made) ?? 0) ? ignore() : then()));
    return made;
}

/**
 * Show or hide a button.
 * @param {HTMLElement} button
 * @param {boolean} shown
 */
export function reveal(button, shown) {
    if (shown && button.hidden) since.set(button, performance.now());
    button.hidden = !shown;
}

/**
 * Listen to keys, but not to those with modifiers, which are the browser's.
 * @param {HTMLElement | Document} target
 * @param {(event: KeyboardEvent) => void} then
 */
export function onKey(target, then) {
    target.addEventListener("keydown", (happened) => {
        const event = /** @type {KeyboardEvent} */ (happened);
        if (!event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) then(event);
    });
}

/**
 * Replace buttons and links, keeping the focus on the one that does the same.
 * @param {HTMLElement} container
 * @param {...Node} children
 */
export function renew(container, ...children) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const old = container.contains(focused) ? focused : null;
    for (const [index, child] of children.entries()) {
        const before = container.children[index];
        if (child instanceof HTMLElement && before instanceof HTMLElement && isSame(child, before)) since.set(child, since.get(before) ?? 0);
    }
    container.replaceChildren(...children);
    if (old === null) return;
    const found = [.../** @type {NodeListOf<HTMLElement>} */ (container.querySelectorAll("button, a, [tabindex]"))];
    const alike = found.filter((one) => one.dataset.act === old.dataset.act);
    (alike.find((one) => one.textContent === old.textContent) ?? alike[0] ?? found[0])?.focus({ preventScroll: true });
}

/**
 * Return whether two buttons do the same.
 * @param {HTMLElement} one
 * @param {HTMLElement} other
 */
function isSame(one, other) {
    return one.textContent === other.textContent && one.dataset.act === other.dataset.act && one.dataset.names === other.dataset.names;
}

/** @typedef {{ runs: string[][], size?: "small" | "large" | "code" }} Line */

/**
 * Return paragraphs for lines of styled runs, as the server sends them.
 * @param {Line[]} lines
 * @returns {HTMLElement[]}
 */
export function paragraphs(lines) {
    return lines
        .filter((line) => line.runs.length)
        .map((line) => element(line.size === "code" ? "pre" : "p", { class: line.size ?? null }, ...line.runs.map(styled)));
}

/**
 * @param {string[]} run
 * @returns {Node}
 */
function styled([text, style, format]) {
    if (style === "t") return moment(Number(text), format);
    const name = { b: "strong", i: "em", c: "code" }[style];
    return name ? element(name, {}, text) : document.createTextNode(text);
}

/**
 * @param {number} seconds
 * @param {string} format
 * @returns {HTMLElement}
 */
function moment(seconds, format) {
    const date = new Date(seconds * 1000);
    const locale = document.documentElement.lang;
    const whole = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(date);
    const shown = element("time", { datetime: date.toISOString(), title: whole }, whole);
    if (format === "R") {
        shown.dataset.relative = String(seconds);
        tellWhen(shown);
    }
    return shown;
}
