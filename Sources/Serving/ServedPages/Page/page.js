/** The page: the token, and the view that the address names. */

import { unauthorized } from "./api.js";
import { CameraListView } from "./cameralist.js";
import { CameraView } from "./cameraview.js";
import { openForm } from "./dialogs.js";
import { BackOff } from "./emitter.js";
import { events } from "./events.js";
import { el, setText } from "./dom.js";
import { GridView } from "./gridview.js";
import { showProblem } from "./notices.js";
import { listHash, route } from "./route.js";
import { session } from "./session.js";
import { text } from "./text.js";

const place = document.getElementById("page");
const offline = el("div", { class: "offline", role: "status", hidden: true });
const readOnly = el("div", { class: "read-only", role: "note", hidden: true, text: text.session.readOnly });
const backOff = new BackOff();
let view = null;
let shownName = "";
let tokenDialog = null;
const linkToken = takeToken();

document.documentElement.lang = text.language;
place.append(offline, readOnly);
start();

/** The token of an address such as `/#token=…`, which a QR code has. It is removed from the address, also from the history. */
function takeToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token !== null) history.replaceState(null, "", listHash);
  return token;
}

/** Reads the session, and opens the token dialog if the server needs one. */
async function start() {
  try {
    await session.read();
  } catch (error) {
    // An older server has no session.
    if (error.status !== 404) return retryLater(error);
  }
  backOff.reset();
  showOffline("");
  if (linkToken && !session.mayEnter) await session.enter(linkToken).catch((error) => showProblem(error.message));
  return session.mayEnter ? enter() : askToken();
}

function retryLater(error) {
  showOffline(error.message);
  setTimeout(start, backOff.next());
}

function enter() {
  readOnly.hidden = !session.value.readOnly;
  events.start();
  showRoute();
}

function askToken() {
  if (tokenDialog) return;
  leave();
  tokenDialog = openForm(text.token.title, {
    sentence: text.token.sentence, label: text.token.enter, isFixed: true,
    fields: [{ name: "token", label: text.token.label, type: "password" }],
    submit: ({ token }) => session.enter(token.trim()),
    closed: () => {
      tokenDialog = null;
      enter();
    },
  });
}

function leave() {
  events.stop();
  view?.stop();
  view?.element.remove();
  [view, shownName] = [null, ""];
}

/** Shows the view of the address. A view that is shown already receives only the rest of the address. */
function showRoute() {
  if (!session.mayEnter) return;
  const [name, identifier, ...rest] = route();
  const wanted = JSON.stringify([name, name === "camera" ? identifier : null]);
  if (wanted !== shownName) {
    view?.stop();
    view?.element.remove();
    view = name === "grid" ? new GridView() : name === "camera" && identifier ? new CameraView({ identifier }) : new CameraListView();
    shownName = wanted;
    place.append(view.element);
  }
  view.show(rest);
}

function showOffline(sentence) {
  setText(offline, sentence);
  offline.hidden = sentence === "";
}

window.addEventListener("hashchange", showRoute);
unauthorized.listen(() => session.read().then(() => { if (!session.mayEnter) askToken(); }, () => {}));

let offlineTimer = 0;
events.connection.listen((isConnected) => {
  clearTimeout(offlineTimer);
  // A short interruption is not shown.
  if (isConnected) showOffline("");
  else offlineTimer = setTimeout(() => showOffline(text.problems.offline), 1500);
});

// A phone that slept has lost its connections, often without an event.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") return view?.hidden();
  events.retry();
  return view?.retry();
});
window.addEventListener("online", () => {
  events.retry();
  view?.retry();
});
window.addEventListener("pagehide", () => view?.hidden());
