/** The dialog about a camera: identity, cards, warnings, disconnecting. */

import { openDialog } from "./dialogs.js";
import { button, el } from "./dom.js";
import { byteSize } from "./names.js";
import { showProblem } from "./notices.js";
import { go, listHash } from "./route.js";
import { session } from "./session.js";
import { text } from "./text.js";

/** Opens the dialog. */
export function openInformation(camera) {
  const information = camera.information ?? {};
  const description = information.camera ?? camera.description;
  const facts = [
    [text.information.maker, description.manufacturer],
    [text.information.model, description.model],
    [text.information.serial, description.serialNumber],
    [text.information.firmware, information.firmwareVersion],
    [text.information.transport, description.transport],
    [text.information.support, information.support],
    ...(camera.state.storages ?? []).map((storage) => [storage.label ? `${storage.name}, ${storage.label}` : storage.name, storageText(storage)]),
    [text.information.version, session.value.version],
  ].filter(([, value]) => value);
  const disconnect = button(text.information.disconnect, async () => {
    dialog.close();
    try {
      await camera.disconnect();
      go(listHash);
    } catch (error) { showProblem(error.message); }
  }, { disabled: camera.refusal !== null, title: camera.refusal });
  const dialog = openDialog(camera.name, { className: "small" },
    el("dl", {}, ...facts.flatMap(([name, value]) => [el("dt", { text: name }), el("dd", { text: value })])),
    ...(information.warnings ?? []).map((warning) => el("p", { class: "warning", text: warning })),
    session.value.readOnly ? el("p", { class: "warning", text: text.session.readOnly }) : "",
    el("div", { class: "actions" }, disconnect));
}

function storageText({ free, capacity, writable }) {
  const space = free === undefined ? "" : capacity ? text.information.space(byteSize(free), byteSize(capacity)) : text.status.free(byteSize(free));
  return [space, writable === false ? text.status.locked : ""].filter(Boolean).join(", ");
}
