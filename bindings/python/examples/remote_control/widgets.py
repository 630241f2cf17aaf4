"""Parts of the window: the moving picture, a menu for a setting, the dialogs of authentication, and the colours."""

from __future__ import annotations

import io
import tkinter
from tkinter import messagebox, simpledialog, ttk
from typing import Callable, Optional

import hotshoe
from PIL import Image, ImageOps, ImageTk

BACKGROUND, FIELD, BORDER, TEXT, FAINT, ACCENT, ERROR = "#2b2b2b", "#3a3a3a", "#555555", "#e8e8e8", "#8c8c8c", "#3d6fb4", "#ff9078"


class Picture(tkinter.Canvas):
    """A picture as large as the widget permits, or a text."""

    def __init__(self, parent: tkinter.Misc, width: int, height: int) -> None:
        super().__init__(parent, background="black", highlightthickness=0, width=width, height=height)
        #: The part of the widget that the picture covers; None while there is none.
        self.area: Optional[hotshoe.Rect] = None
        self._picture: Optional[Image.Image] = None
        self._aspect = 1.0
        self._image: Optional[ImageTk.PhotoImage] = None
        self._item = self.create_image(0, 0, anchor="nw")
        self._text = self.create_text(0, 0, fill=FAINT, justify="center")
        self.bind("<Configure>", lambda event: self.draw())

    def show(self, picture: Optional[Image.Image], text: str = "", aspect: Optional[float] = None) -> None:
        """Shows a picture, or a text where there is none. `aspect` is its width through its height, if its pixels are not square."""
        self._picture = picture
        if picture is None:
            self.area = self._image = None
            self.itemconfigure(self._item, image="")
        else:
            self._aspect = aspect or picture.width / picture.height
        self.itemconfigure(self._text, text=text)
        self.draw()

    def draw(self) -> None:
        """Draws the picture in the present size of the widget."""
        width, height = self.winfo_width(), self.winfo_height()
        self.coords(self._text, width // 2, height // 2)
        self.itemconfigure(self._text, width=max(width - 20, 100))
        if self._picture is None:
            return
        size = (max(round(min(width, height * self._aspect)), 1), max(round(min(height, width / self._aspect)), 1))
        left, top = (width - size[0]) // 2, (height - size[1]) // 2
        self.area = hotshoe.Rect(left, top, size[0], size[1])
        image = self._picture.resize(size, Image.BILINEAR)
        if self._image is not None and (self._image.width(), self._image.height()) == size:
            self._image.paste(image)
        else:
            self._image = ImageTk.PhotoImage(image, master=self)
            self.itemconfigure(self._item, image=self._image)
        self.coords(self._item, left, top)


class LivePicture(Picture):
    """The newest frame of live view, with the focus areas that are in use."""

    def __init__(self, parent: tkinter.Misc, clicked: Callable[[Optional[hotshoe.Point]], object]) -> None:
        """Creates the widget. `clicked` receives the point in the coordinate space of the frames; None if there is no picture."""
        super().__init__(parent, 400, 300)
        self._clicked = clicked
        self._frame: Optional[hotshoe.LiveViewFrameInfo] = None
        self._mark = self.create_rectangle((0, 0, 0, 0), width=2, outline="")
        self._recording = self.create_text(14, 10, fill="#ff4a3d", anchor="nw", font=("TkDefaultFont", 15, "bold"))
        self.bind("<Button-1>", lambda event: self._click(event.x, event.y))

    def show_frame(self, frame: hotshoe.LiveViewFrame) -> None:
        """Shows a frame. A damaged one is skipped."""
        info = frame.info
        try:
            if info.format == hotshoe.LiveViewFrameInfoFormat.JPEG:
                picture = Image.open(io.BytesIO(frame.bytes))
                picture.load()
            else:
                picture = Image.frombytes("RGB", (info.size.width, info.size.height), bytes(frame.bytes))
        except (OSError, ValueError):
            return
        self._frame = info
        self.show(picture, aspect=info.natural_size.width / max(info.natural_size.height, 1))
        self.delete("area")
        transform = self.transform()
        for area in frame.focus_areas:
            if transform is not None and (area.is_active or area.has_focus):
                self._outline(transform.call_rect(area.rect), "#56d364" if area.has_focus else "white")

    def clear(self, text: str) -> None:
        """Shows a text instead of the picture."""
        self._frame = None
        self.delete("area")
        self.mark(None)
        self.show(None, text)

    def mark(self, point: Optional[hotshoe.Point], color: str = "white") -> None:
        """Shows a square at a point of the frames; none if there is no point."""
        transform = self.transform()
        if point is None or transform is None:
            self.itemconfigure(self._mark, outline="")
        else:
            at: hotshoe.Point = transform.call(point)
            self.coords(self._mark, at.x - 18, at.y - 18, at.x + 18, at.y + 18)
            self.itemconfigure(self._mark, outline=color)

    def show_recording(self, text: str) -> None:
        """Shows the sign of a running recording; nothing for an empty text."""
        self.itemconfigure(self._recording, text=text)

    def transform(self) -> Optional[hotshoe.CoordinateTransform]:
        """The transform from the coordinate space of the frames to this widget; None while there is no picture."""
        if self._frame is None or self.area is None:
            return None
        return hotshoe.CoordinateTransform(self._frame.image_rect, self.area)

    def _outline(self, rect: hotshoe.Rect, color: str) -> None:
        self.create_rectangle(rect.x, rect.y, rect.x + rect.width, rect.y + rect.height, outline=color, tags="area")

    def _click(self, x: int, y: int) -> None:
        transform, at = self.transform(), hotshoe.Point(x, y)
        if transform is None or self.area is None:
            self._clicked(None)
        elif self.area.contains(at):
            self._clicked(transform.inverse.call(at))


class Setting:
    """A setting of the camera: its value, and a menu of the values that it can have now."""

    def __init__(self, panel: tkinter.Misc, row: int, title: str, choose: Callable[[hotshoe.Operation[None]], object]) -> None:
        """Creates the menu. `choose` receives the operation that sets a chosen value."""
        self._choose = choose
        self._property: Optional[hotshoe.Property] = None
        self._values: list[hotshoe.PropertyValue] = []
        self.title = ttk.Label(panel, text=title)
        self.title.grid(row=row, column=0, sticky="w", pady=2)
        self.box = ttk.Combobox(panel, state="disabled", width=13)
        self.box.grid(row=row, column=1, sticky="ew", pady=2, padx=(8, 0))
        self.box.bind("<<ComboboxSelected>>", lambda event: self._set(self.box.current()))

    def show(self, prop: Optional[hotshoe.Property]) -> None:
        """Shows the state of a property; nothing without one."""
        self._property = prop
        if prop is None:
            self._values, value, can_set = [], None, False
        else:
            state = prop.state
            value, types = state.effective_value, state.settable.types
            self._values = state.settable.values
            can_set = bool(self._values) and (
                hotshoe.PropertySetTypes.enumeration in types or hotshoe.PropertySetTypes.stepping in types
            )
        self.box["values"] = [each.label for each in self._values]
        self.box.set("–" if value is None else value.label)
        self.box.configure(state="readonly" if can_set else "disabled")
        self.title.configure(state="normal" if can_set else "disabled")

    def _set(self, index: int) -> None:
        self.box.selection_clear()
        if self._property is not None and 0 <= index < len(self._values):
            self._choose(self._property.set_property_value(self._values[index]))


def thumbnail(source: object, size: tuple[int, int]) -> Optional[Image.Image]:
    """Reads a small picture from a file, or from the bytes of one; None if Pillow cannot read it."""
    try:
        picture = Image.open(io.BytesIO(source) if isinstance(source, bytes) else str(source))
        picture.draft("RGB", size)  # a JPEG is decoded in a reduced size
        picture = ImageOps.exif_transpose(picture).convert("RGB")
        picture.thumbnail(size)
        return picture
    except (OSError, ValueError, SyntaxError):
        return None


def answer(request: hotshoe.AuthenticationRequest, name: str, parent: tkinter.Misc) -> None:
    """Answers a camera's authentication request with a dialog."""
    kind = request.kind
    again = "That was wrong. " if request.is_retry else ""
    response: Optional[hotshoe.AuthenticationRequestResponse] = None
    if isinstance(kind, hotshoe.AuthenticationRequestKindNumericCode):
        code = simpledialog.askstring(name, f"{again}Code that the camera shows:", parent=parent)
        response = hotshoe.AuthenticationRequestResponseNumericCode(code) if code else None
    elif isinstance(kind, hotshoe.AuthenticationRequestKindCredentials):
        user = simpledialog.askstring(name, f"{again}User name:", parent=parent)
        password = simpledialog.askstring(name, "Password:", show="•", parent=parent) if user else None
        if user and password is not None:
            response = hotshoe.AuthenticationRequestResponseCredentials(user, password)
    elif isinstance(kind, hotshoe.AuthenticationRequestKindJoinNetwork):
        text = f"Connect this computer to the wireless network {kind.name} with the password {kind.password}, then press OK."
        if messagebox.askokcancel(name, text, parent=parent):
            response = hotshoe.AuthenticationRequestResponseJoinedNetwork()
    if response is None:
        request.cancel()
    else:
        request.respond(response)


def set_style(root: tkinter.Tk) -> None:
    """Sets dark colours, which do not distract from the picture."""
    root.configure(background=BACKGROUND)
    style = ttk.Style(root)
    style.theme_use("clam")
    style.configure(
        ".", background=BACKGROUND, foreground=TEXT, fieldbackground=FIELD, bordercolor=BORDER, troughcolor=BACKGROUND,
        lightcolor=BACKGROUND, darkcolor=BACKGROUND, arrowcolor=TEXT, focuscolor=FAINT, selectbackground=FIELD, selectforeground=TEXT,
    )  # fmt: skip
    style.map(".", foreground=[("disabled", "#707070")], background=[("disabled", BACKGROUND)])
    style.map("TCombobox", fieldbackground=[("disabled", BACKGROUND), ("readonly", FIELD)], arrowcolor=[("disabled", "#505050")],
              foreground=[("disabled", FAINT)], background=[("disabled", BACKGROUND), ("active", BORDER)])  # fmt: skip
    style.configure("TCombobox", background=FIELD, padding=3)
    style.configure("TButton", background=FIELD, padding=5)
    style.map("TButton", background=[("disabled", BACKGROUND), ("pressed", BORDER), ("active", "#484848")])
    style.configure("Shoot.TButton", background=ACCENT, foreground="white", padding=10, font="TkHeadingFont")
    style.map("Shoot.TButton", background=[("disabled", BACKGROUND), ("pressed", "#2f5890"), ("active", "#4a80c9")])
    style.configure("Recording.TButton", background="#a8322a", foreground="white")
    style.map("Recording.TButton", background=[("pressed", "#802019"), ("active", "#c03c33")])
    style.configure("Focus.TButton", padding=3, width=3)
    style.configure("Faint.TLabel", foreground=FAINT)
    style.configure("Error.TLabel", foreground=ERROR)
    for option, color in (("background", FIELD), ("foreground", TEXT), ("selectBackground", ACCENT), ("selectForeground", "white")):
        root.option_add(f"*TCombobox*Listbox.{option}", color)
