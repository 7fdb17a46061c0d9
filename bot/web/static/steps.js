// What pages with positions to step through have in common.

import { element, press } from "./dom.js";

/**
 * Show that a button has nothing to do; it keeps the focus.
 * @param {HTMLElement} button
 * @param {boolean} off
 */
export function setOff(button, off) {
    button.setAttribute("aria-disabled", String(off));
}

/**
 * Write the values of moves on their squares, and into their names.
 * @param {import("./board.js").Board} board
 * @param {Record<string, [string, number]>} values
 */
export function showValues(board, values) {
    for (const old of board.root.querySelectorAll(".value")) old.remove();
    for (const button of board.buttons) {
        const value = values[button.dataset.move ?? ""];
        if (!value) continue;
        const [text, shade] = value;
        const shown = element("span", { class: "value", "data-shade": String(shade), "aria-hidden": "true" }, text);
        (button.querySelector(".landing") ?? button).append(shown);
        button.setAttribute("aria-label", `${button.getAttribute("aria-label")}, ${text}`);
    }
}

/** Buttons and a slider, which go through a number of positions. */
export class Stepper {
    /**
     * @param {Record<string, string>} words
     * @param {number} last
     * @param {(ply: number) => void} onPly
     * @param {(ply: number) => string} name
     */
    constructor(words, last, onPly, name) {
        this.ply = 0;
        this.last = last;
        this.name = name;
        this.onPly = onPly;
        const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => number} */ to) => {
            const button = press(sign, "plain", () => onPly(to()));
            button.setAttribute("aria-label", label);
            button.title = label;
            return button;
        };
        this.back = [step("«", words.first, () => 0), step("‹", words.back, () => Math.max(0, this.ply - 1))];
        this.forward = [step("›", words.forward, () => Math.min(this.last, this.ply + 1)), step("»", words.last, () => this.last)];
        this.slider = /** @type {HTMLInputElement} */ (element("input", { type: "range", min: "0", max: String(last), value: "0", "aria-label": words.slider }));
        this.slider.addEventListener("input", () => onPly(Number(this.slider.value)));
        this.root = element("div", { class: "stepper" }, ...this.back, this.slider, ...this.forward);
    }

    /** @param {number} ply */
    show(ply) {
        this.ply = ply;
        this.slider.value = String(ply);
        this.slider.setAttribute("aria-valuetext", this.name(ply));
        for (const button of this.back) setOff(button, ply === 0);
        for (const button of this.forward) setOff(button, ply === this.last);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const target = /** @type {HTMLElement} */ (event.target);
        if (target.closest(".board, input, select, textarea")) return;
        const to = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.last }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        this.onPly(Math.min(this.last, Math.max(0, to)));
    }
}
