// The entry of every page: what is shown is said by the page's kind.

import { showTheme } from "./reader.js";
import { guardFor } from "./taps.js";

const page = JSON.parse(document.body.dataset.page ?? "{}");
const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** Pages by kind; each module has a function `start`. */
const KINDS = {
    game: "./game.js",
    event: "./event.js",
    review: "./review.js",
    puzzles: "./puzzles.js",
    activity: "./activity.js",
};

showTheme(page.theme);
guardFor(page.guard);
const path = KINDS[/** @type {keyof typeof KINDS} */ (page.kind)];
if (path) (await import(path)).start(main, page);
