// Small helpers for building elements; texts only ever become text nodes.

import { tellWhen } from "./times.js";

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
    made.addEventListener("click", then);
    return made;
}

/**
 * Replace buttons and links, keeping the focus on the one that does the same.
 * @param {HTMLElement} container
 * @param {...Node} children
 */
export function renew(container, ...children) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const old = container.contains(focused) ? focused : null;
    container.replaceChildren(...children);
    if (old === null) return;
    const found = [.../** @type {NodeListOf<HTMLElement>} */ (container.querySelectorAll("button, a, [tabindex]"))];
    const alike = found.filter((one) => one.dataset.act === old.dataset.act);
    (alike.find((one) => one.textContent === old.textContent) ?? alike[0] ?? found[0])?.focus({ preventScroll: true });
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
