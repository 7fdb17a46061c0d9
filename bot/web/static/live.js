// The connection to the server: it reconnects automatically, and every message is a whole state.

import { hasLeapt, hear } from "./times.js";

const BEAT = 25_000;
/** Time between looks at the device's clocks. */
const LOOK = 1000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/** Time for a connection to open; a network may swallow the attempt without a word. */
const OPENING = 8000;

/** Time without an answer after which a beat finds out whether the server is still there. */
const DOUBT = 4000;
/** Time for the answer to a beat. */
const ANSWER = 10_000;

/**
 * @typedef {"open" | "lost" | "crowded" | "gone" | "stale" | "foreign"} State
 * "gone" is a link that leads nowhere, "stale" a page that has to be loaded again, "foreign" one at an address at
 * which pages don't work; all three are the end.
 */

/** @type {Record<number, State>} what ends a connection, if it is not simply lost */
const ENDS = { 4400: "stale", 4401: "stale", 4403: "foreign", 4404: "gone", 4430: "crowded" };

/** Another process has the game now; the page leads there. */
const ELSEWHERE = 4421;

/** @param {State} state */
export function isEnd(state) {
    return state === "gone" || state === "stale" || state === "foreign";
}

export class Live {
    /**
     * @param {string} path
     * @param {{ message: (message: any) => void, state: (state: State) => void }} listener
     */
    constructor(path, listener) {
        const address = new URL(path, window.location.href);
        // Relative addresses of sockets fail on some phones.
        address.protocol = address.protocol.replace("http", "ws");
        if (!address.search) address.search = window.location.search;
        this.address = address;
        this.listener = listener;
        this.wait = FIRST_WAIT;
        /** @type {number | undefined} */
        this.doubt = undefined;
        /** @type {number | undefined} */
        this.deadline = undefined;
        /** @type {WebSocket | null} */
        this.socket = null;
        window.addEventListener("online", () => this.retry());
        window.addEventListener("offline", () => this.drop());
        document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.retry());
        setInterval(() => this.beat(), BEAT);
        setInterval(() => hasLeapt() && this.retry(), LOOK);
        this.open();
    }

    open() {
        clearTimeout(this.timer);
        const socket = new WebSocket(this.address);
        this.socket = socket;
        this.deadline = setTimeout(() => this.drop(), OPENING);
        socket.onopen = () => {
            if (socket !== this.socket) return;
            this.settle();
            this.expect();
        };
        socket.onmessage = (event) => {
            if (socket !== this.socket) return;
            this.wait = FIRST_WAIT;
            this.settle();
            this.listener.state("open");
            const message = JSON.parse(event.data);
            hear(message.now);
            this.listener.message(message);
        };
        socket.onclose = (event) => {
            if (socket === this.socket) this.closed(event.code);
        };
    }

    /** @param {number} [code] why, if the server said so */
    closed(code = 0) {
        this.socket = null;
        this.settle();
        if (code === ELSEWHERE) {
            window.location.reload();
            return;
        }
        const state = ENDS[code] ?? "lost";
        this.listener.state(state);
        if (isEnd(state)) {
            this.timer = undefined;
            return;
        }
        if (state === "crowded") this.wait = LONGEST_WAIT;
        // Not all pages at once after a restart.
        this.timer = setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
        this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
    }

    /** Give up a connection that may look open for minutes. */
    drop() {
        const socket = this.socket;
        if (socket === null) return;
        this.closed();
        socket.close();
    }

    /** Find out whether there is a connection, now that there may be one. */
    retry() {
        if (this.socket?.readyState === WebSocket.OPEN) this.beat();
        else if (this.socket !== null) this.replace();
        else if (this.timer !== undefined) this.open();
    }

    /** Give up an attempt, which may hang, for another one. */
    replace() {
        // Browsers open one connection at a time.
        this.socket?.close();
        this.settle();
        this.open();
    }

    /** Tell the server that the page is there; it answers. */
    beat() {
        if (this.transmit({ do: "beat" })) this.deadline ??= setTimeout(() => this.drop(), ANSWER);
    }

    /** Note that the server is there. */
    settle() {
        clearTimeout(this.doubt);
        clearTimeout(this.deadline);
        this.doubt = this.deadline = undefined;
    }

    /**
     * Send what the reader does; return false if there is no connection.
     * @param {object} message
     */
    send(message) {
        if (!this.transmit(message)) return false;
        this.expect();
        return true;
    }

    /** Ask whether the server is still there unless a message comes soon. */
    expect() {
        this.doubt ??= setTimeout(() => this.beat(), DOUBT);
    }

    /** @param {object} message */
    transmit(message) {
        if (this.socket?.readyState !== WebSocket.OPEN) return false;
        this.socket.send(JSON.stringify(message));
        return true;
    }
}
