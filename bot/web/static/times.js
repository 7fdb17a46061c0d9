// Times on pages: by the server's clock, whatever the device's own says.

/** Time by which the device's clocks may part before one of them has leapt, or the device has slept, in milliseconds. */
const LEAP = 2000;

/** Time by which messages may be late without the server's clock having changed, in milliseconds. */
const LATE = 1000;

/** The server's time when it was last heard, and the device's two clocks then: one may leap, the other may sleep. */
let known = { server: Date.now(), wall: Date.now(), steady: performance.now() };
let apart = known.wall - known.steady;

/**
 * Note the server's time.
 * @param {number} now in milliseconds
 */
export function hear(now) {
    const lead = serverNow() - now;
    // A message that took longer than one before is no news.
    if (lead >= 0 && lead <= LATE) return;
    known = { server: now, wall: Date.now(), steady: performance.now() };
    tellTimes();
}

/** Return the server's time, rather too late than too early, in milliseconds. */
export function serverNow() {
    return known.server + Math.max(Date.now() - known.wall, performance.now() - known.steady);
}

/** Return whether the device's clock has leapt since the last call, so that the server should be asked again. */
export function hasLeapt() {
    const before = apart;
    apart = Date.now() - performance.now();
    return Math.abs(apart - before) > LEAP;
}

/**
 * @typedef {object} Clock
 * @property {boolean} live
 * @property {number[]} left
 * @property {number | null} side
 * @property {number | null} until
 */

/**
 * Show the time that a side has left.
 * @param {HTMLElement} shown
 * @param {Clock} clock
 * @param {number} side
 * @param {Record<string, string>} words
 * @param {boolean} [short] where there is little room: hours alone
 */
export function showClock(shown, clock, side, words, short = false) {
    const until = clock.side === side ? clock.until : null;
    const left = until === null ? clock.left[side] : Math.min(clock.left[side], until - serverNow());
    shown.textContent = clockText(Math.max(0, left), words, short);
    shown.classList.toggle("running", until !== null);
    shown.classList.toggle("short", until !== null && clock.live && left < 20_000);
}

/**
 * @param {number} milliseconds
 * @param {Record<string, string>} words
 * @param {boolean} short
 */
function clockText(milliseconds, words, short) {
    const seconds = Math.ceil(milliseconds / 1000);
    const hours = Math.trunc(seconds / 3600);
    if (hours >= 48) return words.days.replace("{}", String(Math.trunc(hours / 24)));
    if (hours && short) return words.hours.replace("{}", String(hours));
    const rest = `${String(Math.trunc(seconds / 60) % 60).padStart(hours ? 2 : 1, "0")}:${String(seconds % 60).padStart(2, "0")}`;
    return hours ? `${hours}:${rest}` : rest;
}

/** @param {HTMLElement} shown a moment, told relative to now */
export function tellWhen(shown) {
    const left = Number(shown.dataset.relative) - serverNow() / 1000;
    const units = /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([
        ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1],
    ]);
    const [unit, size] = units.find(([, seconds]) => Math.abs(left) >= seconds) ?? ["second", 1];
    const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
    shown.textContent = relative.format(Math.trunc(left / size), unit);
}

/** Bring all relative times up to date. */
export function tellTimes() {
    for (const shown of document.querySelectorAll("time[data-relative]")) {
        tellWhen(/** @type {HTMLElement} */ (shown));
    }
}
