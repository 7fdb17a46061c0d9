// The connection to the server: it reconnects automatically, and every message is a whole state.

const BEAT = 25_000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/** Codes after which coming back makes no sense. */
const FINAL = new Set([4400, 4401, 4404]);

/** Another process has the game now; the page leads there. */
const ELSEWHERE = 4421;

export class Live {
    /**
     * @param {string} path
     * @param {{ message: (message: any) => void, state: (state: "open" | "lost" | "gone") => void }} listener
     */
    constructor(path, listener) {
        const address = new URL(path, window.location.href);
        // Relative addresses of sockets fail on some phones.
        address.protocol = address.protocol.replace("http", "ws");
        if (!address.search) address.search = window.location.search;
        this.address = address;
        this.listener = listener;
        this.wait = FIRST_WAIT;
        /** @type {WebSocket | null} */
        this.socket = null;
        window.addEventListener("online", () => this.retry());
        document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.retry());
        setInterval(() => this.send({ do: "beat" }), BEAT);
        this.open();
    }

    open() {
        clearTimeout(this.timer);
        const socket = new WebSocket(this.address);
        this.socket = socket;
        socket.onmessage = (event) => {
            this.wait = FIRST_WAIT;
            this.listener.state("open");
            this.listener.message(JSON.parse(event.data));
        };
        socket.onclose = (event) => {
            if (socket !== this.socket) return;
            this.socket = null;
            if (event.code === ELSEWHERE) {
                window.location.reload();
                return;
            }
            if (FINAL.has(event.code)) {
                this.listener.state("gone");
                return;
            }
            this.listener.state("lost");
            // Not all pages at once after a restart.
            this.timer = setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
            this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
        };
    }

    retry() {
        if (this.socket === null && this.timer !== undefined) this.open();
    }

    /** @param {object} message */
    send(message) {
        if (this.socket?.readyState !== WebSocket.OPEN) return false;
        this.socket.send(JSON.stringify(message));
        return true;
    }
}
