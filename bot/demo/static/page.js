// Taps, lists and pictures of the demo's page. Runs beside simcord's own scripts.
"use strict";

// Discord offers the choices of an option as soon as it has the focus; simcord asks for them only when something
// is typed. So simulate empty input when an empty list opens.
document.addEventListener("focusin", (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || !field.matches(".command-option-input[aria-autocomplete]")) return;
  if (emptyList()) field.dispatchEvent(new Event("input", { bubbles: true }));
});

const LOADING = window.demoWords.loading;

function emptyList() {
  return document.querySelector(".command-popup:not([hidden]) .command-empty");
}

function sayThatChoicesAreComing() {
  const list = emptyList();
  if (!list || list.textContent === LOADING) return;
  if (window.simcordPreview.commandPicker.autocomplete.state === "loading") list.textContent = LOADING;
}

// simcord redraws a changed message, and its picture is blank until it is loaded. Keep the old picture until then.
const PICTURE = ".gallery-image:not([data-kept])";

function picturesIn(nodes) {
  return [...nodes].flatMap((node) => (node instanceof Element ? [...node.querySelectorAll(PICTURE)] : []));
}

function keepPictures(records) {
  const gone = new Map();
  for (const { target, removedNodes, addedNodes } of records) {
    if (!gone.has(target)) gone.set(target, []);
    gone.get(target).push(...picturesIn(removedNodes));
    for (const picture of picturesIn(addedNodes)) {
      const old = gone.get(target).shift();
      if (old?.naturalWidth) keep(old, picture);
    }
  }
}

function keep(old, picture) {
  old.dataset.kept = "";
  old.alt = "";
  picture.before(old);
  picture.parentElement.style.position = "relative";
  // Unseen: until it is loaded, its description would be over the old one.
  Object.assign(picture.style, { position: "absolute", inset: "0", opacity: "0" });
  const show = () => {
    old.remove();
    picture.removeAttribute("style");
  };
  picture.addEventListener("load", () => picture.decode().then(show, show), { once: true });
  picture.addEventListener("error", show, { once: true });
}

// Where a message is redrawn between the press of a button and its release, the browser sees no click.
let pressed = null;

document.addEventListener("pointerdown", (event) => {
  pressed = event.target instanceof Element ? event.target.closest("button[data-control-key]") : null;
});

document.addEventListener("pointerup", (event) => {
  const button = document.elementFromPoint(event.clientX, event.clientY)?.closest("button[data-control-key]");
  if (!pressed || !button || pressed.isConnected) return;
  const same = button.dataset.controlKey === pressed.dataset.controlKey;
  if (same && button.textContent === pressed.textContent) button.click();
});

new MutationObserver((records) => {
  keepPictures(records);
  sayThatChoicesAreComing();
}).observe(document, { childList: true, subtree: true });

// What a person waits for is scrolled into view, whatever pictures are still to be loaded, until they scroll: at first
// the newest message, later the answer to their last command or tap.
const PATIENCE_SECONDS = 5; // after the last change of the messages
const MIN_BOARD = 200; // pixels
const OWN_ACTIONS = new Set(["click", "select", "modal_submit", "run_command", "send_message"]);

function answerTo(receipt, messages) {
  const outcomes = receipt?.outcomes ?? [];
  const told = outcomes.map((outcome) => outcome.messageId).filter(Boolean);
  const shown = told.filter((id) => messages.includes(id));
  if (shown.length < told.length) document.getElementById("new-messages").click(); // it is below an old part
  return shown.at(-1) ?? null;
}

document.addEventListener("DOMContentLoaded", () => {
  const timeline = document.getElementById("channel-timeline");
  const list = document.getElementById("channel-message-list");
  let wanted = "newest"; // or the id of a message, or null once the person scrolls
  let receipt = null;
  let timer = null;

  function wait() {
    clearTimeout(timer);
    timer = setTimeout(() => openingCard() ?? stop(), PATIENCE_SECONDS * 1000);
  }

  function stop() {
    wanted = receipt = null;
  }

  // The card to start from, until a person acts: what the bot posts by itself does not push it away.
  function openingCard() {
    return wanted === "newest" ? window.demo.messageWith(window.demo.state()?.opening) : null;
  }

  function show() {
    const newest = wanted === "newest" && (openingCard() ?? list.lastElementChild);
    const message = newest || (wanted && window.demo.messageWith(wanted));
    if (!message) return;
    const view = timeline.getBoundingClientRect();
    const { top, bottom } = message.getBoundingClientRect();
    // Of a board that is too high, the end with its buttons; of a card, such as the settings, the title.
    const tall = bottom - top > view.height;
    if (tall && !message.querySelector(".board")) timeline.scrollTop += top - view.top;
    else if (bottom > view.bottom || message === list.lastElementChild) timeline.scrollTop += bottom - view.bottom + 16;
    else if (top < view.top) timeline.scrollTop += Math.max(top - view.top, bottom - view.bottom);
  }

  // Make a board smaller if its message, which may list thoughts, then fits in the window.
  function fitBoards() {
    for (const board of list.querySelectorAll(".board")) {
      const excess = board.closest(".channel-message").offsetHeight - timeline.clientHeight;
      const height = board.offsetHeight - excess;
      if (excess > 0 && height >= MIN_BOARD) board.style.setProperty("--height", `${height}px`);
    }
  }

  window.addEventListener("demo-receipt", ({ detail }) => {
    if (!OWN_ACTIONS.has(detail.kind) || detail.receipt.rejected) return;
    receipt = detail.receipt;
    wanted = null;
    wait();
  });

  // An answer that takes time is in a later state.
  window.addEventListener("demo-state", ({ detail: state }) => {
    if (!receipt) return;
    const activity = [...(state.activity ?? []), state.lastAction];
    const latest = activity.findLast((one) => one?.requestId === receipt.requestId) ?? receipt;
    const found = answerTo(latest, state.timeline);
    if (found && found !== wanted) {
      wanted = found;
      wait();
    }
    requestAnimationFrame(show);
  });

  new ResizeObserver(() => {
    fitBoards();
    show();
    if (wanted) wait();
  }).observe(list);
  for (const input of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    timeline.addEventListener(input, stop, { passive: true });
  }
  wait();
});

// Times such as “in 5 minutes” count down, as on Discord.
const UNITS = [["second", 60], ["minute", 60], ["hour", 24], ["day", 7], ["week", Infinity]];

function relative(seconds, locale) {
  let amount = seconds;
  for (const [unit, size] of UNITS) {
    if (Math.abs(amount) < size) return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.round(amount), unit);
    amount /= size;
  }
}

// A countdown that has run out says “now” until the bot has done what it counted down to.
const countdowns = new Set();

setInterval(() => {
  for (const time of document.querySelectorAll("time[data-relative]")) {
    let seconds = (new Date(time.dateTime) - Date.now()) / 1000;
    if (seconds > 0) countdowns.add(time.dateTime);
    else if (countdowns.has(time.dateTime)) seconds = 0;
    const text = relative(seconds, time.dataset.relative);
    if (time.textContent !== text) time.textContent = text;
  }
}, 1000);

// A board in the browser opens as the person whose page this is.
document.addEventListener(
  "click",
  (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href*='/g/']") : null;
    if (!link || new URL(link.href).hostname !== "127.0.0.1") return;
    const address = new URL(link.href);
    const person = new URLSearchParams(window.location.search).get("as");
    if (person) address.searchParams.set("as", person);
    link.href = address.href;
    link.target = "_blank";
  },
  true,
);
