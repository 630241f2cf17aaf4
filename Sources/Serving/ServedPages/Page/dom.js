/** Making elements. Texts are always set as text, because those of cameras are not trusted. */

/**
 * Makes an element.
 * @param {string} tag
 * @param {Object} [options] `on` has listeners, `data` has data attributes; `class`, `text`, and properties that the element has are set as such,
 *   everything else is an attribute. `null`, `undefined` and `false` are left out.
 * @param {...(Node|string|null)} children
 */
export function el(tag, options = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) apply(element, name, value);
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function apply(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "on") {
    for (const [kind, listener] of Object.entries(value)) element.addEventListener(kind, listener);
  } else if (name === "data") {
    Object.assign(element.dataset, value);
  } else if (name === "class") {
    element.className = value;
  } else if (name === "text") {
    element.textContent = value;
  } else if (["value", "checked", "disabled", "hidden", "open"].includes(name)) {
    element[name] = value;
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Sets a text only when it differs, so that screen readers and selections are left alone. */
export function setText(element, value) {
  if (element.textContent !== value) element.textContent = value;
}

/** Sets an attribute, or removes it for `null`. */
export function setAttribute(element, name, value) {
  if (value === null || value === false || value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** A button with an icon, a text, or both. With an icon alone the label is its accessible name and its tooltip. */
export function button(label, action, { icon: iconName, showsLabel = !iconName, ...options } = {}) {
  const children = [iconName ? icon(iconName) : null, showsLabel ? el("span", { text: label }) : null];
  const named = showsLabel ? {} : { "aria-label": label, title: label };
  return el("button", { type: "button", ...named, ...options, on: { click: action, ...options.on } }, ...children);
}

const svgNamespace = "http://www.w3.org/2000/svg";

/** The drawings, as paths on a field of 24 by 24. */
const drawings = {
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  close: "M6 6l12 12M18 6L6 18",
  help: "M9.2 9.3a2.9 2.9 0 1 1 4.3 2.5c-1 .6-1.5 1.1-1.5 2.2M12 17.4v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5M4 12h4M12 12h8M10 9.5v5",
  overlays: "M4 5h16v14H4zM9.3 5v14M14.7 5v14M4 9.7h16M4 14.3h16",
  information: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.5M12 7.6v.1",
  fullscreen: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  camera: "M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 10a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8z",
  pictures: "M4 5h16v14H4zM4 16l4.5-4.5L13 16l2.5-2.5L20 18M15.5 9.2v.1",
  download: "M12 4v11M7.5 10.5L12 15l4.5-4.5M5 19.5h14",
  remove: "M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7M10.3 10.5v5.5M13.7 10.5v5.5",
  star: "M12 4l2.4 5.1 5.6.7-4.1 3.8 1.1 5.5-5-2.8-5 2.8 1.1-5.5L4 9.8l5.6-.7z",
  refresh: "M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 4v4.5H15",
  grid: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  warning: "M12 4.5L21 19.5H3zM12 10v4.5M12 16.9v.1",
  focus: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5M12 12v.1",
  battery: "M3 8h15v8H3zM20.5 10.5v3",
  card: "M6 3.5h9l3.5 3.5v13.5H6zM9.5 6.5v3M12 6.5v3M14.5 7v2.5",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20.5 20.5",
  reset: "M5 12a7 7 0 1 0 2.2-5.1M5 4v4.5h4.5",
};

/** An icon, hidden from screen readers. */
export function icon(name) {
  const svg = document.createElementNS(svgNamespace, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(svgNamespace, "path");
  path.setAttribute("d", drawings[name]);
  svg.append(path);
  return svg;
}

/** Reports a sentence to screen readers. */
export function announce(sentence) {
  const region = document.getElementById("polite");
  // The same sentence twice is spoken twice only when the region was empty in between.
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = sentence; });
}

/** Whether the focused element uses keys itself. */
export function usesKeys(target) {
  return target.closest?.("input, select, textarea, button, a, summary, [role=listbox], [role=spinbutton], dialog") !== null;
}
