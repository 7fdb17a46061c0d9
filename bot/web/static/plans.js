// A player's conditional moves: a line is planned by tapping the opponent's move, one's answer, and so on.

import { element, onKey, paragraphs, press, renew } from "./dom.js";

/** Maximum characters of a line, which the server takes. */
const LONGEST = 60;

export class Plans {
    /**
     * @param {Record<string, string>} words
     * @param {(act: string, names: string, value: string) => boolean} act
     * @param {() => void} redraw
     */
    constructor(words, act, redraw) {
        this.words = words;
        this.act = act;
        this.redraw = redraw;
        this.root = element("section", { class: "said plans", "aria-live": "polite", hidden: true });
        onKey(document, (event) => event.key === "Escape" && this.close());
        /** The position after the moves of the line; null while nothing is planned. */
        this.board = null;
        /** @type {string[]} */
        this.path = [];
        /** The position, and the lines, as the server names them. */
        this.names = this.named = "";
    }

    /** @param {any} plans */
    show(plans) {
        this.board = plans.board;
        this.path = plans.path;
        this.names = plans.names;
        this.named = plans.named;
        const lines = plans.planned.map((/** @type {[string, string]} */ [id, label]) => element("li", {}, element("span", {}, label), this.button(plans.remove, "plain", "unplan", id, `${plans.remove}: ${label}`)));
        if (plans.all) lines.push(element("li", {}, this.button(`${plans.remove}: ${plans.all}`, "plain", "unplan", "all")));
        const buttons = [];
        if (plans.done) buttons.push(this.button(this.words.savePlan, "strong", "plan", this.path.join(" ")));
        if (this.path.length) buttons.push(this.button(this.words.stepBack, "", "plans", this.path.slice(0, -1).join(" ")));
        const close = element("button", { type: "button", class: "button" }, this.words.close);
        close.addEventListener("click", () => this.close());
        renew(
            this.root,
            ...paragraphs(plans.lines),
            element("ul", { class: "planned" }, ...lines),
            ...paragraphs(plans.how),
            element("p", { class: "path" }, this.path.join(" → ")),
            element("div", { class: "buttons" }, ...buttons, close),
        );
        this.root.hidden = false;
        this.redraw();
    }

    /** @param {string} move */
    tap(move) {
        const line = [...this.path, move].join(" ");
        if (line.length > LONGEST || !this.act("plans", this.names, line)) this.redraw();
    }

    close() {
        if (this.root.hidden) return;
        this.root.hidden = true;
        this.board = null;
        this.path = [];
        this.redraw();
    }

    /** @param {string} label @param {string} kind @param {string} act @param {string} value @param {string} [name] */
    button(label, kind, act, value, name) {
        const made = press(label, kind, () => this.act(act, act === "unplan" ? this.named : this.names, value));
        if (name) made.setAttribute("aria-label", name);
        made.dataset.act = act;
        return made;
    }
}
