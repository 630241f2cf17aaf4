"""The window: shows pictures that a thread of its own has drawn, and passes keys, clicks and touches on."""

from __future__ import annotations

import io
import os
import threading
import tkinter
from typing import Any, Callable, Optional

from PIL import Image, ImageTk

from scene import View, draw


class Painter:
    """Draws the screen on a thread, each time that its frame, its view or its size has changed. It is never ahead of the window: what
    changed while a picture waits to be shown is drawn together. **Thread-safe.**
    """

    def __init__(self, size: tuple[int, int], present: Callable[[Image.Image], object]) -> None:
        self._present = present
        self._changed = threading.Condition()
        self._jpeg: Optional[bytes] = None
        self._view, self._size = View(), size
        self._is_dirty, self._is_shown, self._is_closed = True, True, False
        #: The number of screens that were drawn.
        self.count = 0
        self._thread = threading.Thread(target=self._run, name="painter", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def show_frame(self, jpeg: Optional[bytes]) -> None:
        """Shows a frame of live view; None for a dark mirror."""
        self._change("_jpeg", jpeg)

    def show(self, view: View) -> None:
        self._change("_view", view)

    def resize(self, size: tuple[int, int]) -> None:
        self._change("_size", size)

    def shown(self) -> None:
        """The window has shown the last picture."""
        with self._changed:
            self._is_shown = True
            self._changed.notify()

    def close(self) -> None:
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        self._thread.join()

    def _change(self, name: str, value: object) -> None:
        with self._changed:
            setattr(self, name, value)
            self._is_dirty = True
            self._changed.notify()

    def _run(self) -> None:
        decoded: Optional[Image.Image] = None
        latest: Optional[bytes] = None
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._is_closed or self._is_dirty and self._is_shown)
                if self._is_closed:
                    return
                jpeg, view, size = self._jpeg, self._view, self._size
                self._is_dirty = self._is_shown = False
            if jpeg is not latest:
                decoded, latest = decode(jpeg) or decoded if jpeg else None, jpeg
            picture = draw(decoded, size, view)
            self.count += 1
            self._present(picture)


def decode(jpeg: bytes) -> Optional[Image.Image]:
    """A frame; None for one that is damaged."""
    try:
        return Image.open(io.BytesIO(jpeg)).convert("RGB")
    except (OSError, ValueError, SyntaxError):
        return None


class Window:
    """The booth's window. Keys: space, Enter, a click or a touch is the button; Escape cancels; F11 is full screen; Ctrl-Q ends."""

    def __init__(self, size: tuple[int, int], is_full: bool) -> None:
        self.root = tkinter.Tk(className="Photobooth")
        self._tk: Any = self.root.tk  # older stubs of Tk have no types for the file handlers
        self.root.title("Photo booth")
        self.root.configure(background="black")
        self.root.geometry(f"{size[0]}x{size[1]}")
        self.root.attributes("-fullscreen", is_full)
        self._is_full = is_full
        self._label = tkinter.Label(self.root, background="black", borderwidth=0, highlightthickness=0)
        self._label.pack(fill="both", expand=True)
        self._photo: Optional[ImageTk.PhotoImage] = None
        #: Called on the window's thread.
        self.on_press: Callable[[], object] = lambda: None
        self.on_cancel: Callable[[], object] = lambda: None
        self.on_close: Callable[[], object] = lambda: None
        self.painter = Painter(size, self._hand_over)
        self._drawn: Optional[Image.Image] = None
        self._posted: list[Callable[[], object]] = []
        self._lock = threading.Lock()  # guards _drawn and _posted
        self._receiver, self._sender = os.pipe()
        os.set_blocking(self._receiver, False)
        os.set_blocking(self._sender, False)
        #: A descriptor that wakes the window's loop when something is written to it.
        self.wakeup = self._sender
        self._bind()

    def _bind(self) -> None:
        for event in ("<space>", "<Return>", "<KP_Enter>", "<Button-1>"):
            self.root.bind(event, lambda event: self.on_press())
        self.root.bind("<Escape>", lambda event: self.on_cancel())
        self.root.bind("<F11>", lambda event: self._toggle_full())
        self.root.bind("<Control-q>", lambda event: self.on_close())
        self.root.protocol("WM_DELETE_WINDOW", lambda: self.on_close())
        self._label.bind("<Configure>", lambda event: self.painter.resize((max(event.width, 160), max(event.height, 120))))
        # Tk's loop waits for the pipe, so that nothing polls.
        self._tk.createfilehandler(self._receiver, tkinter.READABLE, lambda *event: self._receive())

    def run(self) -> None:
        """Shows the window until `close`."""
        self.painter.start()
        self.root.mainloop()
        self.painter.close()
        os.close(self._receiver)
        os.close(self._sender)

    def post(self, function: Callable[[], object]) -> None:
        """Calls a function on the window's thread. **Thread-safe.**"""
        with self._lock:
            self._posted.append(function)
        self._wake()

    def close(self) -> None:
        """Ends `run`; on the window's thread."""
        self._tk.deletefilehandler(self._receiver)
        self.root.quit()

    def _wake(self) -> None:
        try:
            os.write(self._sender, b"\0")
        except BlockingIOError:
            pass  # the pipe is full: the window wakes anyway

    def _hand_over(self, picture: Image.Image) -> None:
        """On the painter's thread."""
        with self._lock:
            self._drawn = picture
        self._wake()

    def _receive(self) -> None:
        try:
            os.read(self._receiver, 4096)
        except BlockingIOError:
            pass
        with self._lock:
            functions, self._posted = self._posted, []
            picture, self._drawn = self._drawn, None
        for function in functions:
            function()
        if picture is not None:
            self._show(picture)

    def _show(self, picture: Image.Image) -> None:
        if self._photo is None or (self._photo.width(), self._photo.height()) != picture.size:
            self._photo = ImageTk.PhotoImage(picture)
            self._label.configure(image=self._photo)
        else:
            self._photo.paste(picture)
        self.root.update_idletasks()  # on the screen before the next one is drawn
        self.painter.shown()

    def _toggle_full(self) -> None:
        self._is_full = not self._is_full
        self.root.attributes("-fullscreen", self._is_full)
