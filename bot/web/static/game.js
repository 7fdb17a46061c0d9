// The page of a game: board, players, clocks, words and buttons.

import { Board } from "./board.js";
import { element, paragraphs, press, renew } from "./dom.js";
import { isEnd, Live } from "./live.js";
import { Plans } from "./plans.js";
import { account, ConnectionState, discordLink, Said, showTheme, themeMenu, Turning } from "./reader.js";
import { showClock, tellTimes } from "./times.js";

/**
 * @param {HTMLElement} main
 * @param {any} page
 */
export function start(main, page) {
    const words = page.words;
    /** @type {any} */
    let frame = null;
    /** @type {any} */
    let you = { side: null, name: null, note: null, buttons: [] };
    /** @type {any} */
    let hint = null;
    /** What was last replied to the reader.
     * @type {any} */
    let reply = null;
    let expected = false;

    const plans = new Plans(words, (act, names, value) => send({ do: "act", act, names, value }), draw);
    const board = new Board(words, (move, ply) => {
        if (plans.board) {
            plans.tap(move);
            return;
        }
        send({ do: "move", ply, move });
    });
    const title = element("h1", { class: "title" });
    const state = new ConnectionState(words, page.home);
    const players = [0, 1].map(() => element("section", { class: "player" }));
    const status = element("section", { class: "status" });
    const note = element("p", { class: "note" });
    const said = new Said(words);
    const buttons = element("div", { class: "buttons" });
    // Boards inside of Discord have no page of their review.
    const review = element("a", { class: "button", hidden: true, href: `${page.review}${window.location.search}` }, `🔍 ${words.review}`);
    // Leads those who watch to the rematch.
    const next = element("a", { class: "button strong", hidden: true }, `🔁 ${words.rematch}`);
    next.addEventListener("click", (event) => {
        event.preventDefault();
        go(frame.next);
    });
    const moves = element("ol", { class: "moves", "aria-label": words.moves });
    const spoken = element("p", { class: "spoken", "aria-live": "polite" });
    const person = element("div", { class: "account" });
    const turning = new Turning(words, draw);
    const options = element("div", { class: "options" }, themeMenu(page, () => frame?.theme), turning.root);
    const back = page.event ? [element("a", { class: "back", href: page.event + window.location.search }, `‹ ${words.allBoards}`)] : [];
    main.replaceChildren(
        element("header", { class: "head" }, ...back, title, state.root),
        element("div", { class: "table" }, players[1], element("div", { class: "frame" }, board.root), players[0]),
        element("aside", { class: "side" }, status, note, said.root, plans.root, element("div", { class: "buttons" }, next, buttons, review), moves, options, person),
        spoken,
    );
    if (!page.review) review.remove();
    if (page.whole) {
        // In another site's frame there is nothing to press.
        main.classList.add("embedded");
        for (const unused of [next, note, said.root, buttons, review, options, person]) unused.remove();
        status.after(element("a", { class: "button", href: page.whole, rel: "noopener", target: "_blank" }, words.whole));
    }

    const live = new Live(page.live, {
        message(message) {
            if (message.t === "game") show(message);
            else if (message.t === "you") own(message);
            else if (message.t === "said") say(message);
        },
        state(now) {
            state.show(now);
            said.connected(now);
            main.classList.toggle("lost", now !== "open");
            // Nothing can be done here any more.
            if (isEnd(now)) own({ ...you, side: null, note: null, buttons: [] });
        },
    });

    /**
     * Send what the reader does, or say that there is no connection.
     * @param {object} message
     */
    function send(message) {
        said.clear();
        reply = null;
        const sent = live.send(message);
        if (!sent) {
            board.settle();
            said.notSent();
        }
        return sent;
    }

    /** @param {any} message */
    function show(message) {
        const first = frame === null;
        if (!first && message.version < frame.version) return;
        if (frame?.ply !== message.ply) {
            hint = null;
            plans.close();
        }
        const isNews = !first && message.version !== frame.version;
        expected = frame !== null && message.ply > frame.ply && frame.turn !== you.side && message.hands[frame.turn];
        const begun = frame !== null && frame.next === null && message.next !== null;
        frame = message;
        next.hidden = !message.next || (!message.next.to && !page.follow) || you.side !== null;
        if (message.next?.to) next.setAttribute("href", message.next.to);
        // Players are led there at once: their clock may run.
        if (begun && you.side !== null) act({ act: "rematch", names: String(message.number) });
        outdated();
        state.tell(message.going ? words.live : "");
        document.title = `${message.names.join(" – ")} · ${message.title}`;
        title.textContent = message.title;
        title.append(element("small", {}, `#${message.number}`));
        showTheme(message.theme);
        renew(status, ...paragraphs(message.status), ...discordLink(message.discord, words));
        review.hidden = !message.review;
        if (first || isNews) {
            moves.replaceChildren(...message.moves.map((/** @type {string} */ move) => element("li", {}, move)));
            moves.scrollTop = moves.scrollHeight;
        }
        if (isNews) spoken.textContent = [message.spoken, isTurn() ? words.yourTurn : ""].filter(Boolean).join(" ");
        draw();
    }

    /** @param {any} message */
    function own(message) {
        you = message;
        outdated();
        note.textContent = message.note ?? "";
        renew(buttons, ...message.buttons.map(actButton));
        renew(person, ...account(page, message.name, words.signIn));
        draw();
    }

    function draw() {
        if (frame === null) return;
        // Discs fall downwards for both sides.
        const seenTurned = turning.on && !frame.byColumn;
        turning.root.hidden = frame.byColumn;
        // One's own side is below.
        const below = (you.side ?? 0) === 0 ? seenTurned : !seenTurned;
        const bottom = below ? 1 : 0;
        player(players[0], bottom);
        player(players[1], 1 - bottom);
        board.root.setAttribute("aria-label", frame.alt);
        const marked = hint?.ply === frame.ply ? hint.moves : [];
        if (plans.board) board.show({ ...frame, ...plans.board }, { playable: true, turned: seenTurned });
        else board.show(frame, { playable: isTurn(), turned: seenTurned, marked, expected, vote: you.vote ?? null });
        main.classList.toggle("planning", plans.board !== null);
        main.classList.toggle("your-turn", isTurn());
        main.classList.toggle("over", frame.over);
        tick();
    }

    function isTurn() {
        return frame !== null && frame.going && !frame.computer && you.side !== null && frame.turn === you.side;
    }

    /** @param {HTMLElement} strip @param {number} side */
    function player(strip, side) {
        strip.className = `player ${frame.game} by-${side}`;
        strip.classList.toggle("to-move", frame.turn === side);
        strip.classList.toggle("thinking", frame.turn === side && frame.computer);
        strip.classList.toggle("winner", frame.winner === side);
        const disc = element("span", { class: `disc side-${side}`, "aria-hidden": "true" }, element("i"), element("i"));
        const name = element("span", { class: "name" }, frame.names[side] || frame.sides[side]);
        const parts = [disc, name];
        if (you.side === side) parts.push(element("span", { class: "you" }, words.you));
        if (frame.score) parts.push(element("span", { class: "score" }, frame.score[side]));
        if (frame.clock) parts.push(element("span", { class: "clock", "data-side": String(side) }));
        strip.setAttribute("aria-label", [frame.sides[side], frame.names[side]].join(": "));
        strip.replaceChildren(...parts);
    }

    function tick() {
        if (!frame?.clock) return;
        for (const shown of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".clock"))) {
            showClock(shown, frame.clock, Number(shown.dataset.side), words);
        }
    }

    /**
     * Show another game.
     * @param {{ game: number, to: string }} to
     */
    function go(to) {
        if (page.follow) {
            page.follow(to.game);
            return;
        }
        const address = new URL(to.to);
        address.search = window.location.search;
        window.location.href = address.href;
    }

    /** @param {any} message */
    function say(message) {
        board.settle();
        if (message.to) {
            go(message);
            return;
        }
        if (message.plans) {
            if (message.plans.ply === frame.ply) plans.show(message.plans);
            return;
        }
        if (message.hint) {
            hint = message.hint;
            draw();
        }
        const answers = [];
        if (message.question) {
            answers.push(press(message.yes, "strong", () => act({ act: message.question, names: message.names, sure: true })));
            answers.push(press(message.no, "", () => said.clear()));
        } else if (message.hint?.next) {
            answers.push(press(`💡 ${message.hint.label}`, "strong", () => act({ act: "hint", names: message.names, sure: true, value: message.hint.next })));
        }
        reply = message;
        said.ask(message, answers);
        outdated();
    }

    /** Take back what was said about a state of the game that has changed: a question, if its button has. */
    function outdated() {
        if (reply === null || frame === null) return;
        const alike = (/** @type {any} */ button) => button.act === reply.question && button.names === reply.names;
        if (reply.question ? you.buttons.some(alike) : reply.version >= frame.version) return;
        said.clear();
        reply = null;
    }

    /** @param {any} button */
    function actButton(button) {
        const label = [button.emoji, button.label].filter(Boolean).join(" ");
        const made = press(label, button.act === "rematch" ? "strong" : "", () => button.off || act({ act: button.act, names: button.names, value: button.value ?? "" }));
        // Not `disabled`, which would take the focus away.
        made.setAttribute("aria-disabled", String(Boolean(button.off)));
        made.dataset.act = button.act;
        made.dataset.names = button.names;
        return made;
    }

    /** @param {{ act: string, names: string, sure?: boolean, value?: string }} wanted `names` as the server said */
    function act(wanted) {
        send({ do: "act", ...wanted });
    }

    setInterval(tick, 200);
    setInterval(tellTimes, 1000);
}
