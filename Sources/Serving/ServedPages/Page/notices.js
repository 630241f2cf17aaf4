/** Notices above the page: errors with their remedies, and results. */

import { announce, button, el, icon } from "./dom.js";
import { text } from "./text.js";

const element = document.getElementById("notices");

/** The notices are in the dialog that is open, because everything behind it is inert. */
function region() {
  const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (element.parentElement !== place) place.append(element);
  return element;
}

// A dialog that is removed must not take the notices along.
document.addEventListener("close", () => region(), true);

/** Time after which a result disappears, in milliseconds. Errors stay until they are closed. */
const resultTime = 4000;

/**
 * Shows an error until it is closed; the same sentence is shown once.
 * @param {string} sentence
 * @param {{label: string, act: Function}} [remedy] A button that helps.
 */
export function showProblem(sentence, remedy) {
  const notice = show(sentence, "problem");
  if (!remedy) return;
  const act = () => {
    notice.remove();
    remedy.act();
  };
  notice.insertBefore(button(remedy.label, act), notice.lastChild);
}

/** Shows a result for some seconds. */
export function showResult(sentence) {
  const notice = show(sentence, "result");
  setTimeout(() => notice.remove(), resultTime);
}

/** Removes the errors, for example after a successful repetition. */
export function clearProblems() {
  region().querySelectorAll(".problem").forEach((notice) => notice.remove());
}

function show(sentence, kind) {
  [...region().children].find((notice) => notice.dataset.sentence === sentence)?.remove();
  const notice = el("div", { class: `notice ${kind}`, role: kind === "problem" ? "alert" : null, data: { sentence } },
    kind === "problem" ? icon("warning") : null, el("p", { text: sentence }));
  notice.append(button(text.close, () => notice.remove(), { icon: "close", class: "quiet" }));
  region().append(notice);
  while (region().children.length > 3) region().firstChild.remove();
  if (kind === "result") announce(sentence);
  return notice;
}
