// A small board that shows a game and leads to its page; discs flip and fall as on the large one.

import { element } from "./dom.js";
import { showClock } from "./times.js";

/**
 * @typedef {object} SmallFrame
 * @property {string} game
 * @property {number} number
 * @property {number} version
 * @property {number} columns
 * @property {number} rows
 * @property {boolean} byColumn
 * @property {string} cells
 * @property {number | null} turn
 * @property {boolean} over
 * @property {number | null} winner
 * @property {string[]} last
 * @property {number[]} line
 * @property {string[]} names
 * @property {string[] | null} score
 * @property {import("./times.js").Clock | null} clock
 * @property {string} alt
 */

export class MiniBoard {
    /**
     * @param {Record<string, string>} words
     * @param {number} number
     */
    constructor(words, number) {
        this.words = words;
        this.number = number;
        this.cells = "";
        /** @type {SmallFrame | null} */
        this.frame = null;
        /** @type {HTMLElement[]} */
        this.squares = [];
        this.board = element("div", { class: "board", role: "img" });
        this.players = [0, 1].map(() => element("div", { class: "mini-player" }));
        const path = `${window.location.pathname.replace(/[/]$/, "")}/${number}${window.location.search}`;
        this.root = element("a", { class: "mini", href: path }, this.players[1], element("div", { class: "frame" }, this.board), this.players[0]);
    }

    /**
     * @param {SmallFrame} frame
     * @param {number | undefined} side the reader's
     */
    show(frame, side) {
        if (this.frame !== null && frame.version < this.frame.version) return;
        const fresh = this.frame === null;
        if (fresh) this.build(frame);
        const before = this.cells;
        this.frame = frame;
        for (const [index, sign] of [...frame.cells].entries()) this.put(index, sign, before[index], !fresh, frame);
        this.cells = frame.cells;
        this.board.dataset.turn = String(frame.turn ?? "");
        this.board.classList.toggle("won", frame.line.length > 0);
        this.board.setAttribute("aria-label", frame.alt);
        const line = new Set(frame.line);
        const last = frame.last.at(-1) ?? "";
        for (const [index, square] of this.squares.entries()) {
            square.classList.toggle("winning", line.has(index));
            square.classList.toggle("last", isLast(frame, index, last));
        }
        this.own(side);
    }

    /** @param {number | undefined} side the reader's */
    own(side) {
        const frame = this.frame;
        if (frame === null) return;
        this.root.classList.toggle("over", frame.over);
        this.root.classList.toggle("own", side !== undefined);
        this.root.classList.toggle("your-turn", side !== undefined && frame.turn === side);
        for (const [number, strip] of this.players.entries()) {
            strip.className = `mini-player player ${frame.game}`;
            strip.classList.toggle("to-move", frame.turn === number);
            strip.classList.toggle("winner", frame.winner === number);
            const parts = [
                element("span", { class: `disc side-${number}`, "aria-hidden": "true" }, element("i"), element("i")),
                element("span", { class: "name" }, frame.names[number]),
            ];
            if (side === number) parts.push(element("span", { class: "you" }, this.words.you));
            if (frame.score) parts.push(element("span", { class: "score" }, String(frame.score[number])));
            if (frame.clock) parts.push(element("span", { class: "clock", "data-side": String(number) }));
            strip.replaceChildren(...parts);
        }
        this.tick();
    }

    tick() {
        const clock = this.frame?.clock;
        if (!clock) return;
        for (const [side, strip] of this.players.entries()) {
            const shown = /** @type {HTMLElement | null} */ (strip.querySelector(".clock"));
            if (shown !== null) showClock(shown, clock, side, this.words, true);
        }
    }

    /** @param {SmallFrame} frame */
    build(frame) {
        this.board.className = `board still ${frame.byColumn ? "columns" : "squares"} ${frame.game}`;
        this.board.style.setProperty("--columns", String(frame.columns));
        this.board.style.setProperty("--rows", String(frame.rows));
        this.squares = [...frame.cells].map(() => element("span", { class: frame.byColumn ? "cell" : "square" }));
        const grid = element("div", { class: "grid" }, element("div", { class: "line" }, ...this.squares));
        this.board.replaceChildren(grid);
    }

    /**
     * @param {number} index
     * @param {string} sign
     * @param {string | undefined} before
     * @param {boolean} animated
     * @param {SmallFrame} frame
     */
    put(index, sign, before, animated, frame) {
        if (sign === before) return;
        const square = this.squares[index];
        const there = square.querySelector(".disc");
        if (sign === "-") {
            there?.remove();
            return;
        }
        const side = sign === "X" ? 0 : 1;
        if (there !== null) {
            there.classList.toggle("side-0", side === 0);
            there.classList.toggle("side-1", side === 1);
            return;
        }
        const disc = element("span", { class: `disc side-${side}` }, element("i"), element("i"));
        if (animated) {
            disc.classList.add("new");
            disc.style.setProperty("--fall", String(Math.trunc(index / frame.columns) + 1));
        }
        square.append(disc);
    }
}

/** @param {SmallFrame} frame @param {number} index @param {string} last */
function isLast(frame, index, last) {
    const column = index % frame.columns;
    const row = Math.trunc(index / frame.columns);
    if (!frame.byColumn) return last === String.fromCharCode(97 + column) + (row + 1);
    const top = frame.cells[index] !== "-" && (row === 0 || frame.cells[index - frame.columns] === "-");
    return top && last === String(column + 1);
}
