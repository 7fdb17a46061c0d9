// The page of a tournament or an exhibition: its card, its boards, and standings or bracket.

import { element, paragraphs, renew } from "./dom.js";
import { Live } from "./live.js";
import { MiniBoard } from "./mini.js";
import { account, ConnectionState, discordLink, showTheme, themeMenu } from "./reader.js";
import { tellTimes } from "./times.js";

/**
 * @typedef {object} Match
 * @property {string[]} names
 * @property {string[]} marks
 * @property {number | null} winner
 * @property {boolean} live
 * @property {boolean} bye
 */

/**
 * @typedef {object} EventFrame
 * @property {string} title
 * @property {boolean} going
 * @property {import("./dom.js").Line[]} lines
 * @property {import("./dom.js").Line[]} notes
 * @property {number[]} boards
 * @property {string} theme
 * @property {string | null} discord
 * @property {{ headings: string[], rows: { cells: string[], left: boolean }[] }} [table]
 * @property {{ name: string, matches: Match[] }[]} [bracket]
 */

/**
 * @param {HTMLElement} main
 * @param {import("./reader.js").Page} page
 */
export function start(main, page) {
    const words = page.words;
    /** @type {EventFrame | null} */
    let frame = null;
    /** @type {Record<number, number>} */
    let sides = {};
    let ranked = "";
    /** @type {Map<number, MiniBoard>} */
    const shown = new Map();

    const title = element("h1", { class: "title" });
    const state = new ConnectionState(words, page.home);
    const card = element("section", { class: "status" });
    const boards = element("section", { class: "minis", "aria-label": words.boards });
    const ranking = element("section", { class: "ranking" });
    const person = element("div", { class: "account" });
    main.replaceChildren(
        element("header", { class: "head" }, title, state.root),
        card,
        boards,
        ranking,
        element("div", { class: "options" }, themeMenu(page, () => frame?.theme), person),
    );

    new Live(page.live, {
        message(message) {
            if (message.t === "event") show(message);
            else if (message.t === "board") board(message);
            else if (message.t === "you") own(message);
        },
        state(now) {
            state.show(now);
            main.classList.toggle("lost", now !== "open");
        },
    });

    /** @param {EventFrame} message */
    function show(message) {
        frame = message;
        state.tell(message.going ? words.live : "");
        document.title = message.title;
        title.textContent = message.title;
        showTheme(message.theme);
        renew(card, ...paragraphs([...message.lines, ...message.notes]), ...discordLink(message.discord, words));
        for (const number of shown.keys()) if (!message.boards.includes(number)) shown.delete(number);
        place();
        const ranks = JSON.stringify([message.table, message.bracket]);
        // A table that stays as it is stays where it was scrolled to.
        if (ranks === ranked) return;
        ranked = ranks;
        renew(ranking, ...(message.table ? [standings(message.table)] : []), ...(message.bracket ? [bracket(message.bracket)] : []));
    }

    /** Put the boards in order, the reader's first. */
    function place() {
        const order = [...(frame?.boards ?? [])].filter((number) => shown.has(number));
        order.sort((one, other) => Number(other in sides) - Number(one in sides));
        const wanted = order.map((number) => /** @type {MiniBoard} */ (shown.get(number)).root);
        // Boards that stay where they are keep their animations.
        if (wanted.length !== boards.children.length || wanted.some((root, index) => boards.children[index] !== root)) boards.replaceChildren(...wanted);
    }

    /** @param {import("./mini.js").SmallFrame} message */
    function board(message) {
        let there = shown.get(message.number);
        const fresh = there === undefined;
        if (there === undefined) {
            there = new MiniBoard(words, message.number);
            shown.set(message.number, there);
        }
        there.show(message, sides[message.number]);
        if (fresh) place();
    }

    /** @param {{ name: string | null, sides: Record<number, number> }} message */
    function own(message) {
        sides = message.sides;
        for (const [number, there] of shown) there.own(sides[number]);
        place();
        renew(person, ...account(page, message.name, words.signIn));
    }

    /** @param {NonNullable<EventFrame["table"]>} table */
    function standings(table) {
        const head = element("tr", {}, ...table.headings.map((text) => element("th", { scope: "col" }, text)));
        const rows = table.rows.map((row) => element("tr", { class: row.left ? "left" : null }, ...row.cells.map((text) => element("td", {}, text))));
        const made = element("table", { class: "standings" }, element("caption", {}, words.standings), element("thead", {}, head), element("tbody", {}, ...rows));
        return element("div", { class: "wide", tabindex: "0", role: "group", "aria-label": words.standings }, made);
    }

    /** @param {NonNullable<EventFrame["bracket"]>} rounds */
    function bracket(rounds) {
        const columns = rounds.map((round) =>
            element("section", { class: "round" }, element("h2", {}, round.name), element("ol", {}, ...round.matches.map(match))),
        );
        return element("div", { class: "bracket wide", tabindex: "0", role: "group", "aria-label": words.bracket }, ...columns);
    }

    /** @param {Match} one */
    function match(one) {
        const sides = one.names.map((name, side) =>
            element(
                "span",
                { class: one.winner === side ? "winner" : null },
                element("span", { class: "name" }, name || (one.bye ? words.bye : "–")),
                element("span", { class: "marks" }, one.marks[side]),
            ),
        );
        return element("li", { class: one.live ? "match live" : "match" }, ...sides);
    }

    setInterval(() => shown.forEach((there) => there.tick()), 200);
    setInterval(tellTimes, 1000);
}
