// What the demo adds to the toolbar, and links that stay on the page.
"use strict";

(() => {
  const DEVELOPER = "flipfour-developer";
  const FLASH_SECONDS = 2;
  const READ_PER_SECOND = 12; // characters
  const words = window.demoWords; // in the language of the person who looks at the page

  // --- a second window for the other person -------------------------------------------------------------------

  function addSecondWindow() {
    const link = Object.assign(document.createElement("a"), {
      id: "second-window",
      className: "toolbar-button",
      target: "_blank",
      title: words.secondWindowTitle,
    });
    document.querySelector(".viewer-control").after(link);
  }

  function nameSecondWindow({ viewers, viewerId }) {
    const other = viewers.find((viewer) => viewer.id !== viewerId);
    const link = document.getElementById("second-window");
    if (!other || !link) return;
    link.href = window.demo.addressOf(other.name, window.demo.place());
    link.textContent = words.secondWindow.replace("{name}", other.name);
  }

  // --- languages ----------------------------------------------------------------------------------------------

  function addLanguages() {
    const label = Object.assign(document.createElement("label"), { className: "viewer-control" });
    const list = Object.assign(document.createElement("select"), { id: "language-picker" });
    for (const [code, name] of Object.entries(words.languages)) {
      list.append(new Option(name, code, false, code === words.spoken));
    }
    list.addEventListener("change", () => window.demo.speak(list.value));
    label.append(`${words.language} `, list);
    document.getElementById("second-window").after(label);
  }

  // --- developer's tools --------------------------------------------------------------------------------------

  function addDeveloperSwitch() {
    const label = Object.assign(document.createElement("label"), { id: "developer-switch" });
    const box = Object.assign(document.createElement("input"), { type: "checkbox" });
    box.checked = window.localStorage.getItem(DEVELOPER) !== null;
    const apply = () => document.body.classList.toggle("developer", box.checked);
    box.addEventListener("change", () => {
      if (box.checked) window.localStorage.setItem(DEVELOPER, "on");
      else window.localStorage.removeItem(DEVELOPER);
      apply();
    });
    label.append(box, ` ${words.developerTools}`);
    document.querySelector(".session-menu-popover").prepend(label);
    apply();
  }

  // --- links to messages --------------------------------------------------------------------------------------

  const MESSAGE = /^https:\/\/discord\.com\/channels\/\d+\/(\d+)(?:\/(\d+))?\/?$/;

  function flash(message) {
    message.scrollIntoView({ block: "center", behavior: "smooth" });
    message.classList.add("flash");
    setTimeout(() => message.classList.remove("flash"), FLASH_SECONDS * 1000);
  }

  // Between the messages and the field, where it covers nothing; whoever reads the newest message still sees it.
  function toast(text) {
    document.getElementById("demo-toast")?.remove();
    const note = Object.assign(document.createElement("p"), { id: "demo-toast", textContent: text });
    note.setAttribute("role", "status");
    const timeline = document.getElementById("channel-timeline");
    const height = timeline.clientHeight;
    document.getElementById("channel-composer").before(note);
    timeline.scrollTop += height - timeline.clientHeight;
    setTimeout(() => note.remove(), Math.max(5, text.length / READ_PER_SECOND) * 1000);
  }

  // What was refused stays, to be corrected or replaced by typing. The first click into the field selects it again.
  let refused = null;

  function selectTyped() {
    const input = document.getElementById("channel-composer-input");
    input.focus();
    input.select();
    refused = input.value;
  }

  document.addEventListener("click", ({ target }) => {
    if (target.id !== "channel-composer-input") return;
    // The browser moves the caret after the click.
    if (target.value === refused) requestAnimationFrame(() => target.select());
    refused = null;
  });

  window.addEventListener("demo-receipt", ({ detail: { kind, receipt } }) => {
    if (!receipt.note) return;
    toast(receipt.note);
    if (kind === "send_message") requestAnimationFrame(selectTyped);
  });

  // An older message than those on the page is fetched by simcord's own form, which jumps to a message.
  function jumpTo(id) {
    const field = document.getElementById("message-exact-id");
    field.value = id;
    field.form.requestSubmit();
    const arrived = new MutationObserver(() => {
      const message = window.demo.messageWith(id);
      if (!message) return;
      stop();
      flash(message);
    });
    const timer = setTimeout(() => {
      stop();
      toast(words.messageGone);
    }, 4000);
    function stop() {
      clearTimeout(timer);
      arrived.disconnect();
    }
    arrived.observe(document.getElementById("channel-message-list"), { childList: true });
  }

  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      const found = link && MESSAGE.exec(link.href);
      if (!found) return;
      event.preventDefault();
      event.stopPropagation();
      const [, channel, id] = found;
      const state = window.demo.state();
      if (channel !== state?.channelId && !window.demo.open(channel, id)) toast(words.elsewhere);
      else if (channel !== state?.channelId) return;
      else if (!id) document.getElementById("new-messages").click();
      else if (window.demo.messageWith(id)) flash(window.demo.messageWith(id));
      else jumpTo(id);
    },
    true,
  );

  document.addEventListener("DOMContentLoaded", () => {
    addSecondWindow();
    window.demo.jumpTo = jumpTo;
    addLanguages();
    addDeveloperSwitch();
    window.addEventListener("demo-state", (event) => nameSecondWindow(event.detail));
    if (window.demo.state()) nameSecondWindow(window.demo.state());
  });
})();
