// Taps on what has just changed under the finger are ignored, as in Discord: the second half of a double tap must
// not play a move in the next position, or agree to what has just appeared.

/** Milliseconds after a change in which taps are ignored. */
let guard = 700;

/** @param {number} milliseconds */
export function guardFor(milliseconds) {
    guard = milliseconds;
}

/**
 * Return whether a tap now may have been meant for what was there before.
 * @param {number} changed when that changed, by `performance.now()`
 */
export function isTooSoon(changed) {
    return performance.now() - changed < guard;
}

const IGNORED = "flipfour-tap-ignored";

/** Have the page say that it ignored a tap. */
export function ignore() {
    document.dispatchEvent(new Event(IGNORED));
}

/** @param {() => void} then what is done after an ignored tap */
export function onIgnored(then) {
    document.addEventListener(IGNORED, then);
}
