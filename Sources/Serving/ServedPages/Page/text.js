/** All text of the page, in English. To translate the page, replace this file. */

const plural = (number, one, many) => `${number} ${number === 1 ? one : many}`;

export const text = {
  language: "en",
  title: "HotShoe",
  cameraName: (camera) => (camera.role ? `${camera.role}: ${camera.name}` : camera.name),
  pageTitle: (name) => `${name} – HotShoe`,
  close: "Close",
  cancel: "Cancel",
  fullscreen: "Full screen",
  release: "Shutter",

  units: {
    seconds: (number) => `${number} s`,
    minutes: (number) => `${number} min`,
    hours: (number) => `${number} h`,
  },

  problems: {
    offline: "The server does not answer. Check that hotshoe serve runs and that this device is in its network. The page keeps trying.",
    status: (status) => `The server refused the request (${status}).`,
  },

  session: {
    readOnly: "This server is read-only: nothing can be changed.",
    noDeletion: "This server does not delete files.",
  },

  token: {
    title: "Token",
    sentence: "Enter the token of the server: hotshoe serve printed it, or was started with it.",
    label: "Token",
    enter: "Enter",
  },

  list: {
    title: "Cameras",
    actions: "Actions",
    several: "All cameras",
    refresh: "Search again",
    searching: "Searching for cameras…",
    none: "No camera was found. Connect one by USB or to this network, switch it on, and select its mode for remote control.",
    unusable: "This camera cannot be used.",
    transport: (name) => ({ usb: "USB", USB: "USB", network: "network" })[name] ?? name,
  },

  camera: {
    back: "All cameras",
    more: "Camera",
    connecting: "Connecting…",
    notConnected: "The camera is not connected.",
    absent: "The camera is not there. Connect it and switch it on.",
    lostSentence: (reason, isRetrying) => sentence(reason || "The camera was disconnected") + (isRetrying ? " Reconnecting…" : ""),
    retry: "Try now",
  },

  questions: {
    title: (name) => `Connecting to ${name}`,
    wrong: "That was not correct.",
    confirm: "Confirm the connection on the camera.",
    password: "Enter the user name and the password that are set on the camera.",
    userName: "User name",
    passwordLabel: "Password",
    code: (digits) => `Enter the ${digits ? `${digits}-digit ` : ""}code that the camera shows.`,
    codeLabel: "Code",
    network: (name, password) => `Join the camera's network${name ? ` ${name}` : ""}${password ? ` with the password ${password}` : ""}.`,
    joined: "I joined it",
    giveUp: "Do not connect",
    answer: "Continue",
  },

  live: {
    title: "Live view",
    label: "Live view. Enter focuses in the middle; + and − magnify; the arrow keys move the magnified picture.",
    histogram: "Histogram of luminance, red, green and blue",
    magnification: "Magnification",
    larger: "Magnify",
    smaller: "Reduce",
    whole: "Whole picture",
    times: (scale) => `${scale < 1.05 ? 1 : scale.toFixed(1)}×`,
    rate: (rate) => `${rate} fps`,
    opening: "Starting live view…",
    stalled: "Live view has stalled",
    closed: "No live view. Trying again…",
    off: "Live view is off.",
  },

  overlays: {
    title: "Display",
    live: "Live view",
    focusAreas: "Focus areas",
    histogram: "Histogram",
    level: "Level",
    clipping: "Clipped highlights",
    peaking: "Focus peaking",
    rotate: "Turn with the camera",
    grid: "Grid",
    grids: { none: "None", thirds: "Thirds", quarters: "Quarters", golden: "Golden ratio" },
    guide: "Aspect guide",
    none: "None",
  },

  focus: {
    button: "AF",
    hint: "Half press: hold to focus",
    found: "Focus found",
    set: "Focus point set",
    failed: "Focus not found",
    without: "Take without focusing",
  },

  settings: {
    all: "All settings",
    search: "Search settings",
    nothingFound: "No setting has this name.",
    pending: (value) => `Setting ${value}…`,
    notNow: "The camera does not allow this to be set now.",
    change: (name, value) => `Change ${name.toLowerCase()} to ${value}`,
    set: "Set",
    groups: {
      exposure: "Exposure", image: "Image", imaging: "Image", focus: "Focus", flash: "Flash", video: "Video", capture: "Capture", "live view": "Live view",
      configuration: "Configuration", information: "Information", other: "Other", vendor: "More",
    },
  },

  properties: {
    "exposure-mode": "Exposure mode", "shutter-speed": "Shutter speed", aperture: "Aperture", iso: "ISO", "exposure-compensation": "Exposure compensation",
    "white-balance": "White balance", "white-balance-temperature": "Color temperature", "focus-mode": "Focus mode", "autofocus-system": "AF area",
    "drive-mode": "Drive mode", "metering-mode": "Metering", "image-quality": "Image quality", "flash-mode": "Flash mode",
    "flash-exposure-compensation": "Flash compensation", "video-format": "Video format", "video-shutter-speed": "Video shutter speed",
    "video-aperture": "Video aperture", "video-iso": "Video ISO", "video-exposure-compensation": "Video exposure compensation",
    "battery-level": "Battery", "shots-available": "Shots left", "depth-of-field-preview": "Depth-of-field preview", "color-tone": "Picture style",
    "live-view-zoom": "Live view magnification", "image-destination": "Save pictures to",
  },

  shortProperties: {
    "exposure-mode": "Mode", "shutter-speed": "Shutter", "exposure-compensation": "EV", "white-balance": "WB", "white-balance-temperature": "Temperature",
    "focus-mode": "Focus", "drive-mode": "Drive", "image-quality": "Quality", "flash-mode": "Flash", "video-format": "Format",
    "video-shutter-speed": "Shutter", "video-aperture": "Aperture", "video-iso": "ISO", "video-exposure-compensation": "EV",
  },

  /** Values whose first letter in upper case is not enough. */
  values: { host: "Computer", "camera and host": "Camera and computer", "color temperature": "Kelvin" },

  programs: {
    label: "Shutter program",
    single: "Single", burst: "Burst", bulb: "Bulb", bracket: "Bracket", stack: "Focus stack", interval: "Interval", video: "Video",
  },

  shutter: {
    single: "Take a picture",
    hold: "Take pictures while held",
    bulb: "Open the shutter",
    bracket: "Take the bracket",
    stack: "Start the focus stack",
    interval: "Start the series",
    busy: "Taking the picture…",
    unreadable: (name, reason) => `${name}: ${sentence(reason)}`,
    taken: (names) => (names.length === 1 ? `Picture ${names[0]} taken` : `${plural(names.length, "file", "files")} taken`),
  },

  single: { timer: "Self-timer", off: "Off", focus: "Focus with shutter", cancel: "Cancel the self-timer" },

  burst: {
    explanation: "Hold the shutter button to take pictures.",
    drive: "In this drive mode a burst is one picture.",
    setDrive: "Set continuous",
    release: "Release the shutter",
  },

  bulb: {
    duration: "Exposure",
    untilReleased: "Until pressed again",
    mode: "The camera is not set to bulb.",
    setMode: "Set bulb",
    opening: "Opening the shutter…",
    close: "Close the shutter",
  },

  bracket: {
    count: "Pictures",
    step: "Step",
    notNow: "The camera does not allow exposure compensation to be set now.",
    outOfRange: "This bracket is out of the camera's range of exposure compensation.",
  },

  stack: {
    amount: "Step size",
    amounts: { small: "Small", medium: "Medium", large: "Large" },
    lens: "Move the focus",
    drive: (direction, steps) => `${steps} ${direction === "near" ? "nearer" : "farther"}`,
    setNear: "Set near point",
    setFar: "Set far point",
    pictures: "Pictures",
    driving: "Moving the focus…",
    nearFirst: () => "Focus on the nearest part of the subject, then set the near point.",
    farNext: (steps) => `Near point set. Focus on the farthest part, then set the far point. Moved by ${plural(steps, "step", "steps")}.`,
    plan: (distance, count, steps) => `${plural(count, "picture", "pictures")}, ${plural(steps, "step", "steps")} apart, over ${plural(distance, "step", "steps")}.`,
    samePoint: "The near and the far point are the same. Move the focus and set one of them again.",
  },

  interval: {
    count: "Pictures",
    interval: "Every",
    delay: "Start in",
    focus: "Focus each picture",
    starting: "Starting the series…",
    summary: (duration, end) => `Takes ${duration}, until about ${end}. It goes on when this page is closed.`,
  },

  series: {
    progress: "Progress of the series",
    running: "A series is running. Stop it to take other pictures.",
    taken: (taken, count) => `${taken} of ${count}`,
    next: (time) => `Next picture in ${time}`,
    now: "Taking a picture",
    end: (left, end) => `ends in ${left}, at about ${end}`,
    missed: (count) => `${count} missed`,
    unreadable: (count) => `${count} not readable`,
    stop: "Stop",
    ended: {
      complete: (taken) => `${plural(taken, "picture", "pictures")} taken`,
      stopped: (taken, count) => `Stopped after ${taken} of ${count}`,
      failed: (taken, count) => `Failed after ${taken} of ${count}`,
    },
  },

  video: {
    start: "Start recording",
    stop: "Stop recording",
    starting: "Starting the recording…",
    stopping: "Stopping the recording…",
    recording: "Recording.",
    remaining: (time) => `${time} remaining`,
    explanation: "The shutter button starts and stops the recording.",
    badge: (time) => `REC ${time}`.trim(),
  },

  pictures: {
    title: "Pictures",
    none: "New pictures appear here.",
    older: "Show older pictures",
    more: "Show more",
    open: (name) => `Show ${name}`,
    newest: (name) => `Show the newest picture, ${name}`,
  },

  viewer: {
    previous: "Newer picture",
    next: "Older picture",
    position: (index, count) => `${index} of ${count}`,
    noPreview: "There is no preview of this file. It can be downloaded.",
    download: "Download",
    delete: "Delete",
    deleteTitle: (name) => `Delete ${name}?`,
    deleteSentence: "The file is deleted from the camera's card. This cannot be undone.",
    deleted: (name) => `${name} was deleted.`,
    protected: "The file is protected on the camera.",
    rating: "Rating",
    stars: (number) => plural(number, "star", "stars"),
    rated: (number) => (number ? `Rated ${plural(number, "star", "stars")}` : "Rating removed"),
    all: "All data of the picture",
    taken: "Taken",
    camera: "Camera",
    size: "Size",
    place: "File",
  },

  status: {
    battery: "Battery",
    shots: "Shots left",
    shotsLeft: (number) => `${number} left`,
    card: "Card",
    noCard: "No card",
    locked: "Locked",
    free: (size) => `${size} free`,
  },

  tethering: { label: "Save on the server" },

  information: {
    title: "About the camera",
    maker: "Manufacturer", model: "Model", serial: "Serial number", firmware: "Firmware", transport: "Connection", support: "Support",
    space: (free, capacity) => `${free} of ${capacity} free`,
    version: "HotShoe",
    disconnect: "Disconnect",
  },

  grid: {
    title: "All cameras",
    select: (name) => `Include ${name}`,
    open: (name) => `Open ${name}`,
    shoot: "Take a picture with each selected camera",
    focus: "AF",
    selected: (count, all) => `${count} of ${plural(all, "camera", "cameras")} selected`,
    noneSelected: "Select a connected camera.",
    taken: (taken, count) => `${taken} of ${plural(count, "camera", "cameras")} took a picture`,
    failed: (count) => `${plural(count, "camera", "cameras")} took no picture. The reason is below its live view.`,
  },

  help: {
    title: "Keys and gestures",
    keys: "Keys",
    gestures: "On live view",
    shortcuts: "Single-key shortcuts",
    keyRows: [
      [["Space"], "Hold: half press. Release: take a picture, or start and stop the selected program"],
      [["Esc"], "Release without a picture; cancel the self-timer; close"],
      [["F"], "Half press on and off"],
      [["S"], "All settings"],
      [["Tab"], "Next control"],
      [["←", "→"], "On a setting: next value. Enter shows all values"],
      [["+", "−", "0"], "On live view: magnify, reduce, whole picture"],
      [["?"], "This page"],
    ],
    gestureRows: [
      [["Tap"], "Focus there"],
      [["Pinch", "Wheel"], "Magnify up to 8×"],
      [["Drag"], "Move the magnified picture"],
      [["Double tap"], "Whole picture"],
    ],
  },
};

/** A reason as a complete sentence. */
function sentence(reason) {
  const whole = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
