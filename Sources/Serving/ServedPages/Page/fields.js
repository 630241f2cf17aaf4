/** Labelled controls of the programs. */

import { el } from "./dom.js";

let count = 0;

/** A control below its label. */
export function field(label, control, unit = null) {
  control.id ||= `field${count += 1}`;
  return el("div", { class: "field" }, el("label", { for: control.id, text: label }), unit ? el("span", { class: "with-unit" }, control, el("span", { class: "unit", text: unit })) : control);
}

/** A list of choices, each a value and its text. */
export function choice(options, value, changed) {
  const select = el("select", { on: { change: () => changed(select.value) } }, ...options.map(([option, label]) => el("option", { value: option, text: label })));
  select.value = String(value);
  return select;
}

/** A number between two limits. */
export function number(value, minimum, maximum, changed, step = 1) {
  const input = el("input", {
    type: "number", inputmode: step < 1 ? "decimal" : "numeric", min: minimum, max: maximum, step, value: String(value),
    on: {
      input: () => { if (input.validity.valid && input.value !== "") changed(Number(input.value)); },
      change: () => {
        const within = Math.min(maximum, Math.max(minimum, Number(input.value) || minimum));
        input.value = String(within);
        changed(within);
      },
    },
  });
  return input;
}

/** A switch with its label beside it. */
export function toggle(label, value, changed) {
  const input = el("input", { type: "checkbox", role: "switch", checked: value, on: { change: () => changed(input.checked) } });
  return el("label", { class: "toggle" }, input, el("span", { text: label }));
}
