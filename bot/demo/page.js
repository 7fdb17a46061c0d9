// Runs in the demo's page beside simcord's own scripts.
"use strict";

// Discord offers the choices of an option as soon as somebody comes to it; simcord asks for them only when
// something is typed. So an empty list that opens is followed by typing nothing.
document.addEventListener("focusin", (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || !field.matches(".command-option-input[aria-autocomplete]")) return;
  if (emptyList()) field.dispatchEvent(new Event("input", { bubbles: true }));
});

const LOADING = "Loading …";

function emptyList() {
  return document.querySelector(".command-popup:not([hidden]) .command-empty");
}

function sayThatChoicesAreComing() {
  const list = emptyList();
  if (!list || list.textContent === LOADING) return;
  if (window.simcordPreview.commandPicker.autocomplete.state === "loading") list.textContent = LOADING;
}

// simcord draws a changed message anew, and its picture is blank until it is loaded. Meanwhile the old picture
// stays in its place.
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

// Where a message is drawn anew between the press of a button and its release, the browser sees no click.
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

// At an incomplete or old address simcord's page is empty and does not say why; when the demo ends, it becomes
// empty, too.
const NEVER_THERE = [
  "There is no demo at this address.",
  "Open the whole address that flipfour demo prints, with everything after the #. It is a new one at each start.",
];
const OVER = ["The demo has ended.", "Start it again with flipfour demo, and open the address that it prints."];
let wasThere = false;

function sayWhyItIsEmpty() {
  const page = document.getElementById("preview-app");
  if (!page || page.getAttribute("aria-busy") === "true") return;
  const isThere = document.getElementById("channel-context-name").textContent !== "Unavailable channel";
  const notice = document.getElementById("no-demo");
  if (isThere) {
    wasThere = true;
    notice?.remove();
  } else if (!notice) {
    document.body.append(noticeOf(wasThere ? OVER : NEVER_THERE));
  }
}

function noticeOf([title, text]) {
  const notice = Object.assign(document.createElement("section"), { id: "no-demo", className: "preview-empty" });
  Object.assign(notice.style, {
    position: "fixed",
    zIndex: 1000,
    alignContent: "center",
    background: "var(--discord-bg)",
  });
  notice.setAttribute("role", "alert");
  notice.append(
    Object.assign(document.createElement("h1"), { textContent: title }),
    Object.assign(document.createElement("p"), { textContent: text }),
  );
  return notice;
}

new MutationObserver((records) => {
  keepPictures(records);
  sayThatChoicesAreComing();
  sayWhyItIsEmpty();
}).observe(document, { childList: true, subtree: true, attributeFilter: ["aria-busy"] });
