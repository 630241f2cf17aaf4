"""The cameras that are found, and the connection to the chosen one, which is made again when it was lost."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Optional, Protocol

import hotshoe

from calls import Calls, message

#: Time limit of the first search in seconds. A single camera is connected when the search has ended.
FIRST_SEARCH = 3
#: Failures for which connecting is not repeated until the user chooses the camera again.
FINAL = (
    hotshoe.CameraErrorAuthenticationFailed,
    hotshoe.CameraErrorCancelled,
    hotshoe.CameraErrorFirmwareTooOld,
    hotshoe.CameraErrorNotSupported,
    hotshoe.CameraErrorPairingRequired,
    hotshoe.CameraErrorPermissionDenied,
)


class View(Protocol):
    """Shows the cameras. Its functions are called on Tk's thread."""

    def show_cameras(self) -> None:
        """The list of cameras, or the chosen one, changed."""

    def show_connected(self, camera: hotshoe.Camera) -> None:
        """The chosen camera is connected."""

    def show_disconnected(self, text: str) -> None:
        """The chosen camera is not connected, for this reason."""

    def show_event(self, event: hotshoe.CameraEvent) -> None:
        """The state of the connected camera changed."""

    def report(self, text: str, is_error: bool = False) -> None:
        """Shows one line of text."""

    def authenticate(self, request: hotshoe.AuthenticationRequest) -> None:
        """Answers the authentication request of a camera."""

    def after(self, milliseconds: int, function: Callable[[], object]) -> Callable[[], None]:
        """Calls a function after a time; returns a function that prevents the call."""
        ...


class Cameras:
    """Lists the found cameras, and keeps the chosen one connected: a lost connection is made again when the camera is back."""

    def __init__(self, discovery: hotshoe.CameraDiscovery, calls: Calls, view: View) -> None:
        #: The cameras that can be chosen, in the order in which they were found.
        self.found: list[hotshoe.Camera] = []
        #: The camera that is connected, or shall be.
        self.chosen: Optional[hotshoe.Camera] = None
        self.is_connected = False
        self._discovery, self._calls, self._view = discovery, calls, view
        self._addressed: list[Optional[hotshoe.CameraAddress]] = []
        self._is_searched = False
        self._connecting: Optional[hotshoe.Operation[Any]] = None
        self._events: Optional[hotshoe.Subscription] = None
        self._attempts = 0
        self._name = ""  # of the connected camera, which may have none but its address when it is away
        self._stop_waiting: Callable[[], None] = lambda: None
        self._discovered = discovery.observe(self._show_change, queue=calls.queue)
        calls.run(discovery.wait_for_first_search(FIRST_SEARCH), lambda is_complete: self._end_first_search())

    def add_addresses(self, addresses: Iterable[hotshoe.CameraAddress]) -> None:
        """Adds cameras that do not announce themselves, and connects to the first of them."""

        def add(camera: hotshoe.Camera) -> None:
            self._addressed.append(camera.description.address)
            self.found = [each for each in self.found if each.description.address != camera.description.address]
            self._add(camera)
            if self.chosen is None:
                self.choose(camera)

        for address in addresses:
            self._calls.run(self._discovery.camera_at(address), add)

    def choose(self, camera: hotshoe.Camera) -> None:
        """Disconnects from the present camera, and connects to another."""
        previous, self.chosen = self.chosen, camera
        self._attempts = 0
        if previous is None or previous.identifier == camera.identifier:
            self._connect()
            return
        self._end_connection(f"Connecting to {camera.display_name} …")
        self._connecting = None
        self._calls.run(previous.disconnect(), lambda _: self._connect() if self.chosen is camera else None)

    def close(self, then: Callable[[], object]) -> None:
        """Ends the search and the connection."""
        self._discovered.cancel()
        self._discovery.stop()
        camera, self.chosen = self.chosen, None
        self._end_connection("Disconnecting …")
        if camera is None:
            then()
        else:
            self._calls.run(camera.disconnect(), lambda _: then(), lambda error: then())

    # The search.

    def _show_change(self, change: hotshoe.DiscoveryChange) -> None:
        if isinstance(change, hotshoe.DiscoveryChangeFound):
            if change.value.description.address not in self._addressed:  # else it is in the list already
                self._add(change.value)
        elif isinstance(change, hotshoe.DiscoveryChangeLost):
            self.found = [each for each in self.found if each.identifier != change.camera.identifier]
            self._view.show_cameras()
        elif isinstance(change, hotshoe.DiscoveryChangeProviderFailed) and self.chosen is None:
            self._view.report(message(change.value.error))

    def _add(self, camera: hotshoe.Camera) -> None:
        self.found = [each for each in self.found if each.identifier != camera.identifier] + [camera]
        if self.chosen is None:
            self._choose_only_one()
        elif self.chosen.identifier == camera.identifier and not self.is_connected:
            self.chosen = camera
            self._connect()
        self._view.show_cameras()

    def _end_first_search(self) -> None:
        self._is_searched = True
        self._choose_only_one()
        self._view.show_cameras()

    def _choose_only_one(self) -> None:
        if self._is_searched and self.chosen is None and len(self.found) == 1:
            self.choose(self.found[0])

    # The connection.

    def _connect(self) -> None:
        camera = self.chosen
        self._stop_waiting()
        if camera is None or self.is_connected or self._connecting is not None:
            return
        self._view.show_disconnected(f"Connecting to {camera.display_name} …")
        connecting = camera.connect(authenticate=self._view.authenticate, queue=self._calls.queue)
        self._connecting = connecting

        def ended(error: Optional[hotshoe.Error]) -> None:
            if self._connecting is not connecting or self.chosen is None:
                return  # another camera was chosen
            self._connecting = None
            if error is None:
                self._begin_connection(self.chosen)
            elif isinstance(error, FINAL):
                self._view.show_disconnected(f"{self.chosen.display_name} is not connected. Choose it again to repeat the attempt.")
                self._view.report(message(error), is_error=True)
            else:
                self._view.show_disconnected(f"{self.chosen.display_name} is not connected: waiting for it …")
                self._view.report(message(error), is_error=True)
                self._try_again()

        self._calls.run(connecting, lambda warnings: ended(None), ended)

    def _begin_connection(self, camera: hotshoe.Camera) -> None:
        self.is_connected = True
        self._name = camera.display_name
        self._attempts = 0
        self._events = camera.observe(self._show_event, queue=self._calls.queue)
        self._view.show_connected(camera)
        if not camera.connection_state.is_connected:  # lost before the events were observed
            self._show_event(hotshoe.CameraEventConnection(camera.connection_state))

    def _show_event(self, event: hotshoe.CameraEvent) -> None:
        if not self.is_connected:
            return
        if not isinstance(event, hotshoe.CameraEventConnection):
            self._view.show_event(event)
        elif isinstance(event.value, hotshoe.ConnectionStateNotConnected) and self.chosen is not None:
            self._end_connection(f"{self._name} is away: waiting for it …")
            self._view.report(f"{self._name}: {event.value.value}. It is connected again as soon as it is back.", is_error=True)
            self._try_again()

    def _end_connection(self, text: str) -> None:
        self.is_connected = False
        if self._events is not None:
            self._events.cancel()
        self._events = None
        self._stop_waiting()
        self._view.show_disconnected(text)

    def _try_again(self) -> None:
        """Connects again after a pause of one to five seconds, if the camera is still found; if not, when it is found again."""

        def attempt() -> None:
            if self.chosen is not None and any(each.identifier == self.chosen.identifier for each in self.found):
                self._connect()

        self._attempts += 1
        self._stop_waiting()
        self._stop_waiting = self._view.after(min(self._attempts, 5) * 1000, attempt)
