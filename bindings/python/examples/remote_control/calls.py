"""How the library's calls reach Tk: on Tk's thread, without polling, and without a call that blocks the window."""

from __future__ import annotations

import queue
import signal
import socket
import tkinter
from typing import Any, Callable, Optional, TypeVar

import hotshoe

T = TypeVar("T")


class Calls:
    """Runs functions on Tk's thread: those that the library, other threads and signals request. Tk's event loop waits for a file
    descriptor of each source.
    """

    def __init__(self, root: tkinter.Tk, report_error: Callable[[hotshoe.Error], object]) -> None:
        #: The queue on which the library calls functions of the window.
        self.queue = hotshoe.Queue()
        self._report_error = report_error
        self._posted: queue.SimpleQueue[Callable[[], object]] = queue.SimpleQueue()
        self._receiver, self._sender = socket.socketpair()
        self._receiver.setblocking(False)
        self._sender.setblocking(False)
        self._tk: Any = root.tk  # older stubs of Tk have no types for the next functions
        self._tk.createfilehandler(self.queue, tkinter.READABLE, lambda *event: self.queue.run_pending())
        self._tk.createfilehandler(self._receiver, tkinter.READABLE, lambda *event: self._run_posted())

    def run(
        self,
        operation: hotshoe.Operation[T],
        then: Optional[Callable[[T], object]] = None,
        failed: Optional[Callable[[hotshoe.Error], object]] = None,
    ) -> None:
        """Calls `then` with the result of an operation, or `failed` with its error. Without `failed` the error is shown."""

        def done(ended: hotshoe.Operation[T]) -> None:
            try:
                result = ended.wait(0)
            except hotshoe.Error as error:
                if failed is not None:
                    failed(error)
                else:
                    self._report_error(error)
            else:
                if then is not None:
                    then(result)

        operation.on_done(done, queue=self.queue)

    def post(self, function: Callable[[], object]) -> None:
        """Calls a function on Tk's thread; may be called on any thread."""
        self._posted.put(function)
        self._wake()

    def handle_signals(self, handler: Callable[[], object], *numbers: signal.Signals) -> None:
        """Calls a handler when the process receives one of these signals, such as that of Ctrl-C."""
        for number in numbers:
            signal.signal(number, lambda *details: handler())
        # Python calls the handler only while it runs Python code. A byte in the socket makes Tk call `_run_posted`.
        signal.set_wakeup_fd(self._sender.fileno(), warn_on_full_buffer=False)

    def close(self) -> None:
        """Ends the calls, also those of Tk's timers."""
        signal.set_wakeup_fd(-1)
        self._tk.deletefilehandler(self.queue)
        self._tk.deletefilehandler(self._receiver)
        for timer in self._tk.splitlist(self._tk.call("after", "info")):
            self._tk.call("after", "cancel", timer)
        self._receiver.close()
        self._sender.close()

    def _wake(self) -> None:
        try:
            self._sender.send(b"\0")
        except OSError:
            pass  # the socket is full, and Tk's loop wakes anyway; or the window is closed

    def _run_posted(self) -> None:
        try:
            while self._receiver.recv(4096):
                pass
        except BlockingIOError:
            pass
        while not self._posted.empty():
            self._posted.get()()


def message(error: hotshoe.Error) -> str:
    """The text of an error for display."""
    if not isinstance(error, hotshoe.CameraError):
        return str(error)
    subject = error.subject
    return f"{subject}: {error.message}" if subject and subject not in error.message else error.message
