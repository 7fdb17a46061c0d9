// The board: native buttons with names in a grid, discs drawn by CSS.

import { element, onKey } from "./dom.js";
import { ignore, isTooSoon } from "./taps.js";

/**
 * @typedef {object} Frame
 * @property {string} game
 * @property {number} columns
 * @property {number} rows
 * @property {boolean} byColumn
 * @property {string} cells
 * @property {number} ply
 * @property {number | null} turn
 * @property {string[]} legal
 * @property {string[]} last
 * @property {string | null} before
 * @property {number[]} line
 * @property {string[]} sides
 * @property {Record<string, string>} [votes] votes by move
 */

/**
 * @typedef {object} Shown
 * @property {boolean} [playable] the reader may move
 * @property {boolean} [turned] seen from the other side
 * @property {string[]} [marked] moves to point at
 * @property {string | null} [vote] the move that the reader has voted for
 * @property {boolean} [expected] the opponent has moved by hand, so no tap was meant for the board before
 */

const OWNER = { X: 0, O: 1 };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const RIPPLE = 45;

/** @param {number} column @param {number} row */
export function squareName(column, row) {
    return String.fromCharCode(97 + column) + (row + 1);
}

export class Board {
    /**
     * @param {Record<string, string>} words
     * @param {(move: string, ply: number) => void} onMove gets the ply of the board that was tapped
     */
    constructor(words, onMove) {
        this.words = words;
        this.onMove = onMove;
        this.root = element("div", { class: "board" });
        this.key = "";
        this.cells = "";
        this.position = "";
        /** The position that was shown when the finger, or the key, went down.
         * @type {string | null} */
        this.meant = null;
        this.changed = -Infinity;
        this.focus = 0;
        /** @type {HTMLButtonElement[]} */
        this.buttons = [];
        /** @type {HTMLElement[]} */
        this.squares = [];
        onKey(this.root, (event) => this.move(event));
        for (const begin of ["pointerdown", "keydown"]) this.root.addEventListener(begin, () => (this.meant = this.position));
    }

    /**
     * @param {Frame} frame
     * @param {Shown} shown
     */
    show(frame, shown = {}) {
        const key = [frame.game, frame.columns, frame.rows, shown.turned].join();
        const fresh = key !== this.key;
        if (fresh) this.build(frame, Boolean(shown.turned));
        this.key = key;
        const before = fresh ? "" : this.cells;
        this.frame = frame;
        const position = [frame.cells, frame.turn, frame.ply].join();
        if (this.position && position !== this.position && !shown.expected) this.changed = performance.now();
        this.position = position;
        this.root.classList.toggle("playable", Boolean(shown.playable));
        this.root.dataset.turn = String(frame.turn ?? "");
        const [column, row] = frame.byColumn ? [0, 0] : place(frame.last.at(-1) ?? "a1");
        for (const [index, sign] of [...frame.cells].entries()) {
            const distance = Math.max(Math.abs((index % frame.columns) - column), Math.abs(Math.trunc(index / frame.columns) - row));
            this.put(index, sign, before[index], before !== "" && before !== frame.cells, distance);
        }
        this.cells = frame.cells;
        if (frame.byColumn) this.nameColumns(frame, shown);
        else this.nameSquares(frame, shown);
        this.rove();
    }

    /** @param {Frame} frame @param {boolean} turned */
    build(frame, turned) {
        this.root.className = `board ${frame.byColumn ? "columns" : "squares"} ${frame.game}`;
        this.root.style.setProperty("--columns", String(frame.columns));
        this.root.style.setProperty("--rows", String(frame.rows));
        this.buttons = [];
        this.squares = [];
        const across = [...Array(frame.columns).keys()];
        const down = [...Array(frame.rows).keys()];
        if (turned && !frame.byColumn) {
            across.reverse();
            down.reverse();
        }
        this.across = across;
        this.down = down;
        const grid = element("div", { class: "grid", role: "grid" });
        if (frame.byColumn) {
            const line = element("div", { class: "line", role: "row" });
            for (const column of across) {
                const button = this.button(column, "column");
                for (const row of down) {
                    const cell = element("span", { class: "cell", "aria-hidden": "true" });
                    this.squares[row * frame.columns + column] = cell;
                    button.append(cell);
                }
                line.append(boxed(button));
            }
            grid.append(line);
        } else {
            for (const row of down) {
                const line = element("div", { class: "line", role: "row" });
                for (const column of across) {
                    const button = this.button(row * frame.columns + column, "square");
                    this.squares[row * frame.columns + column] = button;
                    if (isDot(frame, column, row)) button.classList.add("dotted");
                    line.append(boxed(button));
                }
                grid.append(line);
            }
        }
        const letters = across.map((column) => element("span", {}, frame.byColumn ? String(column + 1) : String.fromCharCode(97 + column)));
        const numbers = frame.byColumn ? [] : [element("div", { class: "numbers", "aria-hidden": "true" }, ...down.map((row) => element("span", {}, String(row + 1))))];
        this.root.replaceChildren(element("div", { class: "letters", "aria-hidden": "true" }, ...letters), ...numbers, grid);
    }

    /** @param {number} index @param {string} kind */
    button(index, kind) {
        const button = /** @type {HTMLButtonElement} */ (element("button", { type: "button", class: kind, tabindex: "-1" }));
        button.addEventListener("click", () => this.press(index));
        button.addEventListener("focus", () => {
            this.focus = index;
            this.rove();
        });
        this.buttons[index] = button;
        return button;
    }

    /**
     * @param {number} index
     * @param {string} sign
     * @param {string | undefined} before
     * @param {boolean} animated
     * @param {number} distance
     */
    put(index, sign, before, animated, distance) {
        const square = this.squares[index];
        if (sign === before) return;
        const there = square.querySelector(".disc");
        if (sign === "-") {
            there?.remove();
            return;
        }
        const side = OWNER[/** @type {"X" | "O"} */ (sign)];
        if (there !== null) {
            const disc = /** @type {HTMLElement} */ (there);
            disc.style.setProperty("--after", `${animated ? 60 + distance * RIPPLE : 0}ms`);
            disc.classList.toggle("side-0", side === 0);
            disc.classList.toggle("side-1", side === 1);
            return;
        }
        const disc = element("span", { class: `disc side-${side}`, "aria-hidden": "true" }, element("i"), element("i"));
        if (animated) {
            disc.classList.add("new");
            const row = Math.trunc(index / (this.frame?.columns ?? 1));
            disc.style.setProperty("--fall", String(row + 1));
        }
        square.append(disc);
    }

    /** @param {Frame} frame @param {Shown} shown */
    nameSquares(frame, shown) {
        const legal = new Set(frame.legal);
        const marked = new Set(shown.marked ?? []);
        for (const [index, button] of this.buttons.entries()) {
            const name = squareName(index % frame.columns, Math.trunc(index / frame.columns));
            const sign = frame.cells[index];
            const owner = sign === "-" ? this.words.empty : frame.sides[OWNER[/** @type {"X" | "O"} */ (sign)]];
            const facts = legal.has(name) ? [this.words.legal] : [owner];
            if (frame.last.includes(name)) facts.push(this.words.last);
            if (marked.has(name)) facts.push(this.words.suggested);
            facts.push(...this.tell(button, name, frame, shown));
            button.setAttribute("aria-label", [name, ...facts].join(", "));
            button.dataset.move = name;
            button.classList.toggle("legal", legal.has(name));
            button.classList.toggle("last", frame.last.includes(name));
            button.classList.toggle("before", frame.before === name);
            button.classList.toggle("marked", marked.has(name));
            button.classList.remove("pending");
            setDisabled(button, !(shown.playable && legal.has(name)));
        }
    }

    /** @param {Frame} frame @param {Shown} shown */
    nameColumns(frame, shown) {
        const legal = new Set(frame.legal);
        const marked = new Set(shown.marked ?? []);
        const line = new Set(frame.line);
        const last = frame.last.at(-1);
        this.root.classList.toggle("won", line.size > 0);
        for (const [index, square] of this.squares.entries()) {
            const column = index % frame.columns;
            const row = Math.trunc(index / frame.columns);
            const top = frame.cells[index] !== "-" && (row === 0 || frame.cells[index - frame.columns] === "-");
            square.classList.toggle("last", top && String(column + 1) === last);
            square.classList.toggle("winning", line.has(index));
            const lands = frame.cells[index] === "-" && (row === frame.rows - 1 || frame.cells[index + frame.columns] !== "-");
            square.classList.toggle("landing", lands);
        }
        for (const [column, button] of this.buttons.entries()) {
            const move = String(column + 1);
            const held = [];
            for (let row = frame.rows - 1; row >= 0; row--) {
                const sign = frame.cells[row * frame.columns + column];
                if (sign !== "-") held.push(frame.sides[OWNER[/** @type {"X" | "O"} */ (sign)]]);
            }
            const facts = [held.length ? held.join(" ") : this.words.empty];
            if (legal.has(move)) facts.push(this.words.legal);
            if (held.length === frame.rows) facts.push(this.words.full);
            if (move === last) facts.push(this.words.last);
            if (marked.has(move)) facts.push(this.words.suggested);
            facts.push(...this.tell(button, move, frame, shown));
            button.setAttribute("aria-label", [this.words.column.replace("{}", move), ...facts].join(", "));
            button.dataset.move = move;
            button.classList.toggle("legal", legal.has(move));
            button.classList.toggle("marked", marked.has(move));
            button.classList.remove("pending");
            setDisabled(button, !(shown.playable && legal.has(move)));
        }
    }

    /**
     * Show the votes for a move on its button; return them in words.
     * @param {HTMLButtonElement} button
     * @param {string} move
     * @param {Frame} frame
     * @param {Shown} shown
     */
    tell(button, move, frame, shown) {
        const votes = frame.votes?.[move] ?? "";
        const mine = shown.vote === move;
        if (votes) button.dataset.votes = votes;
        else delete button.dataset.votes;
        button.classList.toggle("mine", mine);
        return [...(votes ? [this.words.votes.replace("{}", votes)] : []), ...(mine ? [this.words.yourVote] : [])];
    }

    /** @param {number} index */
    press(index) {
        const button = this.buttons[index];
        const meant = this.meant ?? this.position;
        this.meant = null;
        if (button.getAttribute("aria-disabled") === "true") return;
        if (meant !== this.position || isTooSoon(this.changed)) {
            ignore();
            return;
        }
        button.classList.add("pending");
        this.onMove(button.dataset.move ?? "", this.frame?.ply ?? 0);
    }

    /** Forget a move that was not accepted. */
    settle() {
        for (const button of this.buttons) button.classList.remove("pending");
    }

    /** @param {KeyboardEvent} event */
    move(event) {
        if (!(event.key in ARROWS) || !this.frame || !this.across || !this.down) return;
        event.preventDefault();
        const [right, down] = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
        if (this.frame.byColumn) {
            this.focus = Math.min(this.frame.columns - 1, Math.max(0, this.focus + right));
        } else {
            const columns = this.frame.columns;
            const x = this.across.indexOf(this.focus % columns) + right;
            const y = this.down.indexOf(Math.trunc(this.focus / columns)) + down;
            if (x < 0 || y < 0 || x >= columns || y >= this.frame.rows) return;
            this.focus = this.down[y] * columns + this.across[x];
        }
        this.rove();
        this.buttons[this.focus].focus();
    }

    /** Let Tab lead to one square alone. */
    rove() {
        for (const [index, button] of this.buttons.entries()) {
            button.tabIndex = index === this.focus ? 0 : -1;
        }
    }
}

/** @param {HTMLButtonElement} button */
function boxed(button) {
    return element("div", { class: "box", role: "gridcell" }, button);
}

/** @param {string} name */
function place(name) {
    return [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
}

/** @param {Frame} frame @param {number} column @param {number} row */
function isDot(frame, column, row) {
    const x = [1, frame.columns - 3];
    const y = [1, frame.rows - 3];
    return x.includes(column) && y.includes(row);
}

/** @param {HTMLButtonElement} button @param {boolean} disabled */
function setDisabled(button, disabled) {
    // Not `disabled`, which would take the square out of reach of the arrow keys.
    button.setAttribute("aria-disabled", String(disabled));
}
