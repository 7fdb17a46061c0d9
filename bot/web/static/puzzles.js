// The page of puzzles: one after the other, or a streak.

import { Board } from "./board.js";
import { element, onKey, paragraphs, press, renew } from "./dom.js";
import { Live } from "./live.js";
import { account, ConnectionState, Said, store, stored, themeMenu } from "./reader.js";
import { showValues, Stepper } from "./steps.js";

const GAME = "flipfour-puzzle-game";

/**
 * @param {HTMLElement} main
 * @param {any} page
 */
export function start(main, page) {
    const words = { ...page.words, ...page.study };
    /** @type {any} */
    let puzzle = null;
    /** @type {any} */
    let solution = null;
    let mode = "next";
    /** Who is signed in, and who was before. */
    let [reader, before] = [null, null];
    /** The move whose verdict is awaited. */
    let trying = "";
    /** The moves tried in vain in the position that is shown.
     * @type {string[]} */
    let refuted = [];

    const board = new Board(words, tried);
    const state = new ConnectionState(words, page.home);
    const text = element("section", { class: "status words", "aria-live": "polite" });
    const buttons = element("div", { class: "buttons" });
    const said = new Said(words);
    const person = element("div", { class: "account" });
    const steps = element("div", { class: "steps" });
    const menu = games();
    const modes = element("div", { class: "buttons modes" }, press(`🧩 ${words.puzzle}`, "", () => act("next")), press(`📈 ${words.streak}`, "", () => act("streak")), menu);
    const table = element("div", { class: "table", hidden: true }, element("div", { class: "frame" }, board.root), steps);
    const options = element("div", { class: "options" }, themeMenu({ ...page, words }, () => "classic"));
    main.replaceChildren(
        element("header", { class: "head" }, element("h1", { class: "title" }, words.puzzles), state.root),
        table,
        element("aside", { class: "side" }, text, buttons, said.root, modes, options, person),
    );
    modes.hidden = true;
    document.title = words.puzzles;

    const live = new Live(page.live, {
        message(message) {
            if (message.t === "you") own(message);
            else if (message.t === "puzzle") show(message);
            else if (message.t === "solution") step(message);
            else if (message.t === "said") {
                board.settle();
                said.show(message);
            }
        },
        state(now) {
            state.show(now);
            said.connected(now);
        },
    });

    /** @param {any} message */
    function own(message) {
        renew(person, ...account(page, message.name, words.signIn));
        reader = message.name;
        modes.hidden = reader === null;
        if (puzzle !== null) draw();
        if (reader === null) {
            if (puzzle === null && !page.signIn) text.replaceChildren(element("p", {}, words.noSignIn));
            return;
        }
        const same = reader === before;
        before = reader;
        // A connection that was lost begins nothing: only what is shown may have changed.
        if (puzzle === null || !same) act(mode);
        else if (!puzzle.over) live.send({ do: "act", act: "look", ...shown() });
    }

    /**
     * Send what the reader does about the puzzle that is shown, or say that there is no connection.
     * @param {object} wanted
     */
    function send(wanted) {
        said.clear();
        if (live.send({ ...shown(), ...wanted })) return;
        board.settle();
        said.notSent();
    }

    function shown() {
        const { puzzle: id = "", ply = 0, run = 0, number = 0 } = puzzle ?? {};
        return { puzzle: id, ply, run, number };
    }

    /** @param {string} act @param {object} [more] */
    function act(act, more = act === "step" ? { ply: 0 } : act === "hint" ? { refuted } : {}) {
        if (act === "next" || act === "streak" || act === "mistake") mode = act;
        send({ do: "act", act, game: menu.value, ...more });
    }

    /** @param {string} move */
    function tried(move) {
        trying = move;
        send({ do: "move", move });
    }

    /** @param {any} message */
    function show(message) {
        const same = puzzle?.puzzle === message.puzzle && puzzle.ply === message.ply && !message.over;
        const missed = Boolean(trying) && same;
        if (message.looked && same && !missed) return;
        refuted = missed ? [...refuted, trying] : same ? refuted : [];
        trying = "";
        puzzle = message;
        solution = null;
        steps.replaceChildren();
        table.hidden = false;
        draw();
        text.replaceChildren(...paragraphs(message.lines));
        text.classList.toggle("missed", missed);
        renew(buttons, ...message.buttons.map(actButton));
        modes.hidden = false;
        main.classList.toggle("over", message.over);
        main.classList.toggle("solved", message.solved);
    }

    function draw() {
        board.root.setAttribute("aria-label", words.board);
        if (solution !== null) return;
        board.show(puzzle, { playable: !puzzle.over && reader !== null, marked: puzzle.marked });
        showValues(board, {});
    }

    /** @param {any} button */
    function actButton(button) {
        const made = press(`${button.emoji} ${button.label}`, button.act === "next" && mode === "next" ? "strong" : "", () => act(button.act));
        made.dataset.act = button.act;
        return made;
    }

    /** @param {any} message */
    function step(message) {
        if (message.puzzle !== puzzle?.puzzle) return;
        if (solution === null) {
            solution = new Stepper(words, message.steps, (to) => act("step", { ply: to }), (at) => words.move.replace("{}", String(at)));
            steps.replaceChildren(solution.root);
        }
        solution.show(message.ply);
        board.show({ ...message }, {});
        showValues(board, message.values);
        text.classList.remove("missed");
        text.replaceChildren(...paragraphs(message.lines));
    }

    function games() {
        const made = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": words.game }, element("option", { value: "" }, words.lastGame)));
        for (const [key, title] of Object.entries(page.games)) made.append(element("option", { value: key }, /** @type {string} */ (title)));
        made.value = stored(GAME) ?? "";
        if (made.selectedIndex < 0) made.value = "";
        made.addEventListener("change", () => {
            store(GAME, made.value || null);
            act(mode);
        });
        return made;
    }

    onKey(document, (event) => solution?.key(event));
}
