/** Authentication requests of a camera that is being connected: confirmation, password, code, network. */

import { openDialog, openForm } from "./dialogs.js";
import { button, el } from "./dom.js";
import { text } from "./text.js";

/** Shows a dialog for each authentication request until `stop()` is called. */
export function askCamera(camera) {
  let dialog = null;
  let asked = "";
  const update = () => {
    const question = camera.authentication;
    const key = JSON.stringify(question);
    if (key === asked) return;
    asked = key;
    const previous = dialog;
    dialog = null;
    previous?.close("answered");
    if (question) dialog = open(camera, question);
  };
  const stopListening = camera.listen((kind) => { if (kind === "authentication") update(); });
  return { stop() { stopListening(); dialog?.close("answered"); } };
}

function open(camera, question) {
  // Closing the dialog without an answer gives up.
  const closed = (value) => { if (value === "") camera.authenticate(null).catch(() => {}); };
  const retry = question.retry ? `${text.questions.wrong} ` : "";
  const form = (sentence, fields) => openForm(text.questions.title(camera.name), {
    sentence: retry + sentence, fields, label: text.questions.answer, submit: (answer) => camera.authenticate(answer), closed,
  });
  switch (question.kind) {
  case "password":
    return form(text.questions.password, [{ name: "userName", label: text.questions.userName }, { name: "password", label: text.questions.passwordLabel, type: "password" }]);
  case "code":
    return form(text.questions.code(question.digits), [{ name: "code", label: text.questions.codeLabel, inputmode: "numeric", maxlength: question.digits }]);
  case "network":
    return message(camera, closed, text.questions.network(question.network, question.password), { joined: true });
  default:
    return message(camera, closed, text.questions.confirm);
  }
}

function message(camera, closed, sentence, answer) {
  const answered = async () => {
    await camera.authenticate(answer).catch(() => {});
    dialog.close("answered");
  };
  const dialog = openDialog(text.questions.title(camera.name), { className: "small", closed }, el("p", { text: sentence }), el("div", { class: "actions" },
    button(text.questions.giveUp, () => dialog.close("")), answer ? button(text.questions.joined, answered, { class: "primary" }) : null));
  return dialog;
}
