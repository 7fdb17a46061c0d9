// The page of a review: going through a game, and analysing any of its positions.

import { Board } from "./board.js";
import { Chart } from "./chart.js";
import { element, onKey, paragraphs, press, renew, reveal } from "./dom.js";
import { isEnd, Live } from "./live.js";
import { account, ConnectionState, Said, themeMenu, Turning } from "./reader.js";
import { setOff, showValues, Stepper } from "./steps.js";

/**
 * @param {HTMLElement} main
 * @param {any} page
 */
export function start(main, page) {
    const words = { ...page.words, ...page.study };
    const state = new ConnectionState(words, page.home);
    const said = new Said(words);
    const person = element("div", { class: "account" });
    const content = page.review ? shown(main, page, words) : null;
    const waiting = element("section", { class: "status waiting", "aria-live": "polite" });
    const title = element("h1", { class: "title" }, `${page.title} · ${words.review}`, element("small", {}, `#${page.number}`));
    const back = element("a", { class: "button plain", href: page.board + window.location.search }, `← ${words.board}`);
    const options = element("div", { class: "options" }, themeMenu(page, () => page.theme), ...(content?.turning ?? []));
    document.title = `${words.review} · ${page.title} #${page.number}`;
    const side = element("aside", { class: "side" }, ...(content ? content.beside : [waiting]), said.root, options, person);
    main.replaceChildren(element("header", { class: "head" }, title, state.root, back), ...(content ? [content.table] : []), side);

    let progressed = "";
    const live = new Live(page.live, {
        message(message) {
            if (message.t === "you") {
                renew(person, ...account(page, message.name, words.signIn));
                content?.signIn(message.name !== null, send);
            } else if (message.t === "review") progress(message);
            else if (message.t === "study") content?.study(message);
            else if (message.t === "said") {
                said.show(message);
                content?.settle();
            }
        },
        state(now) {
            state.show(now);
            said.connected(now);
            if (now !== "open") content?.interrupted();
            if (isEnd(now)) content?.signIn(false, send);
        },
    });

    /** @param {object} message */
    function send(message) {
        said.clear();
        const sent = live.send(message);
        if (!sent) said.notSent();
        return sent;
    }

    /** @param {any} message */
    function progress(message) {
        // What was refused before may be possible now.
        if (progressed !== message.state) said.clear();
        progressed = message.state;
        const read = page.review && String(page.review.people) === String(message.people);
        if (page.review && (read || message.state !== "done")) return;
        if (message.state === "done") {
            window.location.reload();
            return;
        }
        const ask = message.ask ? [press(words.ask, "strong", () => send({ do: "review" }))] : [];
        waiting.replaceChildren(...paragraphs(message.lines), element("div", { class: "buttons" }, ...ask));
    }
}

/**
 * Build what is shown of a review that is done.
 * @param {HTMLElement} main
 * @param {any} page
 * @param {Record<string, string>} words
 */
function shown(main, page, words) {
    const review = page.review;
    const steps = review.steps;
    const last = steps.length - 1;
    let ply = 0;
    /** @type {any} */
    let study = null;
    /** The moves after which the reader has asked for an analysis.
     * @type {string | null} */
    let asked = null;
    /** @type {(message: object) => boolean} */
    let send = () => false;
    let signedIn = false;

    const turning = new Turning(words, draw);
    const board = new Board(words, (move) => analyse([...study.moves, move]));
    const better = new Board(words, () => {});
    better.root.inert = true;
    const players = [0, 1].map((side) => element("section", { class: `player ${review.game} by-${side}` }));
    const text = element("section", { class: "status words", "aria-live": "polite" });
    const picture = element("div", { class: "frame small", role: "img" }, better.root);
    const headings = element("p", { class: "instead-heading" });
    const instead = element("section", { class: "instead" }, headings, picture);
    const stepper = new Stepper(words, last, show, (at) => words.move.replace("{}", String(at)));
    const chart = new Chart(review.chart, last, show);
    const nextError = press(`❓ ${words.nextError}`, "", () => show(errorAfter(ply)?.ply ?? ply));
    const analysis = press(`🔬 ${words.analyse}`, "", () => analyse([]));
    const toReview = press(`✖ ${words.toReview}`, "strong", () => {
        show(ply);
        analysis.focus();
    });
    const back = press(`◀ ${words.back}`, "", () => analyse(study.moves.slice(0, -1)));
    const stop = press(`⏹ ${words.stop}`, "", end);
    const again = press(`🔎 ${words.again}`, "", () => analyse(study.moves));
    const analysing = element("div", { class: "buttons ways" }, nextError, analysis, toReview, back, stop, again);
    const errors = review.errors.map(errorButton);
    onKey(document, (event) => {
        if (study === null) stepper.key(event);
        else if (event.key === "Escape") toReview.click();
    });

    /** @param {number} from */
    function errorAfter(from) {
        return review.errors.find((/** @type {any} */ error) => error.ply > from);
    }

    /** @param {any} error */
    function errorButton(error) {
        const disc = element("span", { class: `disc side-${error.side}`, "aria-hidden": "true" }, element("i"), element("i"));
        const by = element("span", { class: "spoken" }, `, ${review.sides[error.side]}`);
        const facts = element("span", {}, `${error.number}. `, element("b", {}, error.move), ` ${error.verdict}`, by);
        const button = element("button", { type: "button", class: "error" }, disc, facts);
        button.addEventListener("click", () => show(error.ply));
        return button;
    }

    /** @param {number} to */
    function show(to) {
        if (study !== null) leave();
        ply = to;
        const step = steps[ply];
        stepper.show(ply);
        chart.show(ply);
        text.replaceChildren(...paragraphs(step.lines));
        if (step.instead) {
            const [, [move, value]] = step.instead.headings;
            headings.replaceChildren(element("strong", {}, move), ` · ${value}`);
            picture.setAttribute("aria-label", `${move}, ${value}. ${step.instead.board.alt}`);
        }
        for (const [index, button] of errors.entries()) {
            if (review.errors[index].ply === ply) button.setAttribute("aria-current", "true");
            else button.removeAttribute("aria-current");
        }
        draw();
        controls();
    }

    /** Show the boards, as they are turned. */
    function draw() {
        const step = steps[ply];
        const turned = turning.on && !review.byColumn;
        if (study !== null) {
            board.show({ ...review, ...study, ply: ply + study.moves.length }, { playable: true, turned });
            showValues(board, study.values);
        } else {
            board.show({ ...review, ...step, ply, legal: [] }, { turned, marked: step.better ? [step.better[0]] : [] });
            showValues(board, step.better ? { [step.better[0]]: [step.better[1], 3] } : {});
        }
        instead.hidden = study !== null || !step.instead;
        if (step.instead) better.show(step.instead.board, { turned });
        strips((study ?? step).score, turned);
    }

    /** @param {[string, string] | null} score @param {boolean} turned */
    function strips(score, turned) {
        for (const side of [0, 1]) {
            const place = turned ? side : 1 - side;
            const disc = element("span", { class: `disc side-${side}`, "aria-hidden": "true" }, element("i"), element("i"));
            const parts = [disc, element("span", { class: "name" }, review.names[side])];
            if (score) parts.push(element("span", { class: "score" }, score[side]));
            players[place].className = `player ${review.game} by-${side}`;
            players[place].replaceChildren(...parts);
        }
    }

    function controls() {
        main.classList.toggle("analysing", study !== null);
        setOff(nextError, errorAfter(ply) === undefined);
        reveal(nextError, study === null);
        reveal(analysis, study === null && signedIn);
        reveal(toReview, study !== null);
        reveal(back, Boolean(study?.moves.length));
        reveal(stop, Boolean(study?.running));
        reveal(again, study !== null && !study.running && Boolean(study.legal.length));
    }

    /** @param {string[]} moves */
    function analyse(moves) {
        if (send({ do: "analyse", ply, moves })) asked = moves.join(" ");
        else board.settle();
    }

    /** Tell what is known of the position under analysis. */
    function describe() {
        text.replaceChildren(...paragraphs(study.lines), element("p", { class: "small" }, study.legal.length ? words.tryMoves : ""));
    }

    function leave() {
        if (study.running) end();
        study = asked = null;
    }

    /** End the analysis of the position that is shown. */
    function end() {
        send({ do: "stop", ply: study.ply, moves: study.moves });
    }

    const legend = element("figcaption", { class: "legend", "aria-hidden": "true" }, ...[0, 1].map((side) => element("span", { class: `by-${side}` }, `${side ? "▼" : "▲"} ${review.names[side]} · ${chart.labels[side * 2]}`)));
    const figure = element("figure", { class: "course" }, /** @type {any} */ (chart.root), legend);
    const details = element("details", {}, element("summary", {}, words.how), ...paragraphs(review.how));
    const list = review.errors.length ? element("ol", { class: `errors ${review.game}` }, ...errors.map((/** @type {Node} */ button) => element("li", {}, button))) : element("p", { class: "small" }, words.noErrors);
    show(review.opened);
    return {
        turning: review.byColumn ? [] : [turning.root],
        table: element("div", { class: "table" }, players[0], element("div", { class: "frame" }, board.root), players[1], stepper.root),
        beside: [text, analysing, instead, figure, figures(review, words), element("section", { class: "listed", "aria-label": words.errors }, element("h2", {}, words.errors), list), element("section", { class: "status" }, ...paragraphs(review.course)), details],
        /** @param {boolean} now @param {(message: object) => boolean} sender */
        signIn(now, sender) {
            send = sender;
            signedIn = now;
            controls();
        },
        /** @param {any} message */
        study(message) {
            // The last report of an analysis that the reader has left is late.
            if (message.ply !== ply || message.moves.join(" ") !== asked) return;
            const first = study === null;
            study = message;
            describe();
            draw();
            const focused = document.activeElement;
            controls();
            // A hidden button loses the focus.
            if (first || (focused instanceof HTMLElement && focused.hidden)) toReview.focus({ preventScroll: true });
            if (first) board.root.scrollIntoView({ block: "nearest" });
        },
        settle: () => board.settle(),
        /** Show that an analysis has ended with its connection. */
        interrupted() {
            board.settle();
            if (!study?.running) return;
            study = { ...study, lines: study.stopped, running: false };
            describe();
            controls();
        },
    };
}

/**
 * The accuracy of both sides, in all and by phase.
 * @param {any} review
 * @param {Record<string, string>} words
 */
function figures(review, words) {
    const heads = [words.accuracy, ...review.phases].map((head) => element("th", { scope: "col" }, head));
    const across = { colspan: String(heads.length) };
    const sides = review.figures.map((/** @type {any} */ figure, /** @type {number} */ side) => element(
        "tbody", {},
        element("tr", {}, element("th", { scope: "rowgroup", ...across }, review.names[side])),
        element("tr", {}, element("td", { class: "whole" }, figure.accuracy ?? words.notJudged), ...figure.phases.map((/** @type {string | null} */ share) => element("td", {}, share ?? "–"))),
        element("tr", { class: "facts" }, element("td", across, ...paragraphs(figure.facts))),
    ));
    return element("table", { class: "figures", "aria-label": words.accuracy }, element("thead", {}, element("tr", {}, ...heads)), ...sides);
}
