/** Dialogs: the browser keeps the focus inside and returns it. */

import { button, el } from "./dom.js";
import { text } from "./text.js";

let count = 0;

/**
 * Opens a dialog with a title and a close button.
 * @param {string} title
 * @param {{className?: string, closed?: Function}} [options]
 * @param {...Node} children
 * @returns {HTMLDialogElement} `close()` removes it.
 */
export function openDialog(title, { className = "", closed, isFixed = false } = {}, ...children) {
  const heading = el("h2", { id: `dialog${count += 1}`, text: title });
  const dialog = el("dialog", { class: className, "aria-labelledby": heading.id },
    el("header", {}, heading, isFixed ? null : button(text.close, () => dialog.close(), { icon: "close", class: "quiet" })), ...children);
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed?.(dialog.returnValue);
  });
  if (isFixed) dialog.addEventListener("cancel", (event) => event.preventDefault());
  else dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Opens a confirmation and returns the decision. The cancel button has the focus. */
export function confirm(title, sentence, label) {
  return new Promise((resolve) => {
    const cancel = el("button", { type: "button", text: text.cancel, autofocus: true, on: { click: () => dialog.close("") } });
    const act = el("button", { type: "button", class: "danger", text: label, on: { click: () => dialog.close("yes") } });
    const dialog = openDialog(title, { className: "small", closed: (value) => resolve(value === "yes") },
      el("p", { text: sentence }), el("div", { class: "actions" }, cancel, act));
  });
}

/**
 * A form in a dialog. `submit` receives the values by name; an error of it is shown in the dialog, which then stays.
 * @param {string} title
 * @param {{sentence?: string, fields: Array<{name: string, label: string, type?: string}>, label: string, submit: Function, isFixed?: boolean, closed?: Function}} form
 */
export function openForm(title, { sentence, fields, label, submit, isFixed, closed }) {
  const error = el("p", { class: "error", role: "alert" });
  const inputs = fields.map(({ name, label: fieldLabel, ...attributes }) => {
    const input = el("input", { type: "text", name, id: `form${count += 1}`, required: true, autocomplete: "off", autocapitalize: "none", spellcheck: "false", ...attributes });
    return [el("label", { for: input.id, text: fieldLabel }), input];
  });
  const send = el("button", { class: "primary", text: label });
  const form = el("form", {
    on: {
      submit: async (event) => {
        event.preventDefault();
        error.textContent = "";
        send.disabled = true;
        try {
          await submit(Object.fromEntries(inputs.map(([, input]) => [input.name, input.value])));
          dialog.close("done");
        } catch (problem) {
          error.textContent = problem.message;
          inputs[0]?.[1].select();
        }
        send.disabled = false;
      },
    },
  }, sentence ? el("p", { text: sentence }) : null, ...inputs.flat(), error, el("div", { class: "actions" }, send));
  const dialog = openDialog(title, { className: "small", isFixed, closed }, form);
  inputs[0]?.[1].focus();
  return dialog;
}
