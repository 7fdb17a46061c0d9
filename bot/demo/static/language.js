// Shows the page as it was while it loads again in another language, which would be blank for seconds.
"use strict";

(() => {
  const KEPT = "demo-old-page";
  const MAX_SECONDS = 15; // after which the new page is shown however far it is
  const BLOB = "blob:";
  const old = window.sessionStorage.getItem(KEPT);
  window.sessionStorage.removeItem(KEPT);

  async function encoded(address) {
    const reader = new FileReader();
    reader.readAsDataURL(await (await window.fetch(address)).blob());
    return new Promise((resolve) => reader.addEventListener("load", () => resolve(reader.result)));
  }

  // The page asks for nothing while its language changes.
  function drawn(picture) {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
    canvas.getContext("2d").drawImage(picture, 0, 0);
    return canvas.toDataURL();
  }

  function decoded(text) {
    const [head, body] = text.split(",");
    const bytes = Uint8Array.from(window.atob(body), (character) => character.charCodeAt(0));
    return URL.createObjectURL(new Blob([bytes], { type: /:(.*?);/.exec(head)[1] }));
  }

  // A copy of the page as text, with its pictures, and how far its parts are scrolled.
  async function copied() {
    const page = document.documentElement;
    const copy = page.cloneNode(true);
    const [theirs, ours] = [page, copy].map((root) => [...root.querySelectorAll("*")]);
    for (const [number, part] of theirs.entries()) {
      if (part.scrollTop) ours[number].dataset.scrolled = part.scrollTop;
      if (part instanceof HTMLOptionElement) ours[number].toggleAttribute("selected", part.selected);
      const isBlob = part.src?.startsWith(BLOB);
      if (!isBlob && !(part instanceof HTMLImageElement && part.naturalWidth)) continue;
      ours[number].removeAttribute("src");
      ours[number].dataset.picture = isBlob ? await encoded(part.src) : drawn(part);
    }
    copy.querySelectorAll(`script, #${KEPT}`).forEach((part) => part.remove());
    return copy.outerHTML;
  }

  function complete(copy) {
    for (const part of copy.querySelectorAll("[data-picture]")) part.src = decoded(part.dataset.picture);
    // The page's policy ignores styles that are text.
    for (const part of copy.querySelectorAll("[style]")) part.style.cssText = part.getAttribute("style");
    for (const part of copy.querySelectorAll("[data-scrolled]")) part.scrollTop = Number(part.dataset.scrolled);
  }

  function isShown() {
    const pictures = [...document.querySelectorAll(".channel-message img")];
    return document.querySelector(".channel-message") !== null && pictures.every((picture) => picture.complete);
  }

  function show() {
    const frame = Object.assign(document.createElement("iframe"), { id: KEPT, srcdoc: `<!doctype html>${old}` });
    const until = performance.now() + MAX_SECONDS * 1000;
    frame.inert = true;
    frame.addEventListener("load", () => complete(frame.contentDocument));
    document.body.append(frame);
    const look = () => (isShown() || performance.now() > until ? frame.remove() : requestAnimationFrame(look));
    look();
  }

  window.demo.reload = async () => {
    try {
      window.sessionStorage.setItem(KEPT, await copied());
    } catch {
      // Too large to keep: the page is blank for a moment.
    }
    window.location.reload();
  };

  if (old !== null) document.addEventListener("DOMContentLoaded", show);
})();
