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
  Object.assign(picture.style, { position: "absolute", inset: "0" });
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

// A page opens at the newest message, whatever pictures are still to be loaded, until the person scrolls.
const OPENING_SECONDS = 5;

document.addEventListener("DOMContentLoaded", () => {
  const timeline = document.getElementById("channel-timeline");
  const toTheEnd = new ResizeObserver(() => {
    timeline.scrollTop = timeline.scrollHeight;
  });
  const stop = () => toTheEnd.disconnect();
  toTheEnd.observe(document.getElementById("channel-message-list"));
  for (const input of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    timeline.addEventListener(input, stop, { once: true, passive: true });
  }
  setTimeout(stop, OPENING_SECONDS * 1000);
});
