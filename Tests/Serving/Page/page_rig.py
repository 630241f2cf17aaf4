"""What the tests of the page share: a server with simulated cameras, and a browser that is operated as a person does."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("HOTSHOE", str(REPOSITORY / ".build/debug/hotshoe"))

# Longest time to wait for a condition, in seconds.
PATIENCE = float(os.environ.get("PAGE_PATIENCE", "60"))

PHONE, PHONE_LANDSCAPE, TABLET, DESKTOP = (390, 844), (844, 390), (768, 1024), (1440, 900)


class Program:
    """A program of this repository that prints a line of JSON when it is ready. It is ended with `stop()`."""

    def __init__(self, *arguments, **environment):
        self.process = subprocess.Popen(
            [PROGRAM, *arguments, "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**{key: value for key, value in os.environ.items() if not key.startswith("HOTSHOE_")}, **environment})
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{PROGRAM} {' '.join(arguments)} ended with {self.process.wait()}")
        self.first = json.loads(line)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process.stdout.close()


class Server(Program):
    """`hotshoe serve`; `--simulated` unless `--camera` is given."""

    def __init__(self, *options, port=0, **environment):
        cameras = () if "--camera" in options else ("--simulated",)
        super().__init__("serve", *cameras, "--port", str(port), *options, **environment)
        self.url = self.first["url"]

    @property
    def port(self):
        return int(self.url.rstrip("/").rsplit(":", 1)[1])


class Browser:
    """Chromium, with the words of a person: look, wait, click, press."""

    def __init__(self, size=DESKTOP, dark=True):
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--lang=en", "--disable-dev-shm-usage"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.resize(size)
        self.scheme(dark)

    def close(self):
        self.driver.quit()

    # The window

    def resize(self, size, density=1):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": size[0], "height": size[1], "deviceScaleFactor": density, "mobile": min(size) < 600})

    def scheme(self, dark, reduced=False):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if reduced else "no-preference"}]})

    def open(self, url):
        """Loads the page anew, as a visitor without anything remembered."""
        self.driver.get("about:blank")
        self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": url.split("#")[0].rstrip("/"), "storageTypes": "all"})
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.driver.get(url)

    # Looking

    def all(self, selector):
        return [element for element in self.driver.find_elements(By.CSS_SELECTOR, selector) if self.shown(element)]

    @staticmethod
    def shown(element):
        try:
            return element.is_displayed()
        except StaleElementReferenceException:
            return False

    def wait(self, condition, what):
        """Waits until the condition holds; returns its value."""
        def attempt(_):
            try:
                return condition()
            except StaleElementReferenceException:
                return None
        return WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05).until(attempt, f"waited for {what}; the page shows: {self.words()}")

    def words(self):
        return " | ".join(self.driver.find_element(By.TAG_NAME, "body").text.split("\n"))[:600]

    def see(self, selector, text=None):
        """Waits for an element that is shown, with a text in it."""
        def found():
            for element in self.all(selector):
                if text is None or text in element.text or text in (element.get_attribute("aria-label") or ""):
                    return element
            return None
        return self.wait(found, f"{selector} {text or ''}")

    def gone(self, selector):
        self.wait(lambda: not self.all(selector), f"no {selector}")

    def text(self, selector):
        return self.see(selector).text

    def script(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def errors(self):
        """What the browser logged as an error, without answers of the server, which the page handles."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE" and "Failed to load resource" not in entry["message"] and "WebSocket" not in entry["message"]
                and "ERR_" not in entry["message"]]

    # Acting

    def click(self, selector, text=None):
        element = self.see(selector, text)
        self.script("arguments[0].scrollIntoView({block: 'nearest', inline: 'center', behavior: 'instant'})", element)
        element.click()
        return element

    def type(self, selector, value):
        field = self.see(selector)
        field.send_keys(Keys.CONTROL + "a")
        field.send_keys(value)
        return field

    def choose(self, selector, label):
        field = self.see(selector)
        field.find_element(By.XPATH, f"./option[.='{label}']").click()

    def press(self, *keys):
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def key_down(self, key):
        ActionChains(self.driver, duration=0).key_down(key).perform()

    def key_up(self, key):
        ActionChains(self.driver, duration=0).key_up(key).perform()

    def hold(self, selector):
        ActionChains(self.driver, duration=0).click_and_hold(self.see(selector)).perform()

    def let_go(self):
        ActionChains(self.driver, duration=0).release().perform()

    def tap(self, selector, x=0.5, y=0.5, times=1):
        """Taps a place of an element with a finger, x and y from 0 to 1."""
        left, top = self.place(selector, x, y)
        actions = ActionBuilder(self.driver, mouse=PointerInput("touch", "finger"), duration=0)
        for _ in range(times):
            actions.pointer_action.move_to_location(left, top).pointer_down().pointer_up()
        actions.perform()

    def swipe(self, selector, start, end):
        """Moves a finger from one place of an element to another."""
        actions = ActionBuilder(self.driver, mouse=PointerInput("touch", "finger"), duration=50)
        actions.pointer_action.move_to_location(*self.place(selector, *start)).pointer_down()
        for part in (0.25, 0.5, 0.75, 1):
            actions.pointer_action.move_to_location(*self.place(selector, *(a + (b - a) * part for a, b in zip(start, end))))
        actions.pointer_action.pointer_up()
        actions.perform()

    def pinch(self, selector, start, end):
        """Moves two fingers, which are `start` and then `end` of the element's width apart."""
        actions = ActionBuilder(self.driver, mouse=PointerInput("touch", "first"), duration=50)
        second = actions.add_pointer_input("touch", "second")
        for pointer, side in ((actions.pointer_action, -1), (second, 1)):
            act = pointer if pointer is actions.pointer_action else None
            places = [self.place(selector, 0.5 + side * (start + (end - start) * part) / 2, 0.5) for part in (0, 0.3, 0.6, 1)]
            if act:
                act.move_to_location(*places[0]).pointer_down()
                for place in places[1:]:
                    act.move_to_location(*place)
                act.pointer_up()
            else:
                second.create_pointer_move(duration=0, x=places[0][0], y=places[0][1])
                second.create_pointer_down(button=0)
                for place in places[1:]:
                    second.create_pointer_move(duration=50, x=place[0], y=place[1])
                second.create_pointer_up(button=0)
        actions.perform()

    def place(self, selector, x, y):
        box = self.script("const box = arguments[0].getBoundingClientRect(); return [box.x, box.y, box.width, box.height]", self.see(selector))
        return round(box[0] + box[2] * x), round(box[1] + box[3] * y)

    def turn_wheel(self, selector, lines):
        """Turns the mouse wheel over an element, downwards for positive numbers."""
        x, y = self.place(selector, 0.5, 0.5)
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": 100 * lines})

    # The camera

    def open_camera(self, url, camera="simulated-SIM-0001"):
        self.open(f"{url}#/camera/{camera}")
        self.running()

    def running(self):
        return self.see(".liveview[data-status=running]")

    def frame(self):
        """The number of the frame that is shown."""
        return int(self.see(".liveview").get_attribute("data-frame") or 0)

    def moving(self):
        """Waits until live view shows a newer frame."""
        self.running()
        before = self.frame()
        self.wait(lambda: self.frame() != before, "another frame")

    def value(self, setting):
        return self.see(f".tile[data-property={setting}] .value").text

    def shows(self, setting, value):
        """Waits until a setting has the value, and no other is pending."""
        self.wait(lambda: self.value(setting) == value and not self.all(f".tile.pending[data-property={setting}]"), f"{setting} {value}")

    def program(self, name):
        self.click(f"[role=tab][data-program={name}]")

    def pictures(self):
        return [item.get_attribute("data-file") for item in self.driver.find_elements(By.CSS_SELECTOR, ".thumbnails > li")]

    def idle(self):
        self.see(".release[data-state=idle]")

    def watch_classes(self, selector, name):
        """Records whether an element has a class at any time from now on; `was_seen` reads it."""
        self.script("""const [element, name] = [arguments[0], arguments[1]];
            window.seenClass = element.classList.contains(name);
            new MutationObserver(() => { if (element.classList.contains(name)) window.seenClass = true; }).observe(element, {attributes: true});
            """, self.see(selector), name)

    def was_seen(self):
        return self.script("return window.seenClass")


class PageTest(unittest.TestCase):
    """Tests with one browser and one server for all of them. Each fails when the browser logged an error."""

    program = Server
    options = ()
    environment = {}
    size = DESKTOP
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.server = cls.program(*cls.options, **cls.environment)
        cls.addClassCleanup(cls.server.stop)
        cls.browser = Browser(cls.size)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.browser.resize(self.size)

    def tearDown(self):
        folder = os.environ.get("PAGE_FAILURES")
        outcome = self._outcome.result
        if folder and any(test is self for test, _ in outcome.failures + outcome.errors):
            self.browser.driver.save_screenshot(f"{folder}/{self.id().split('.')[-1]}.png")
        self.assertEqual(self.browser.errors(), [])
        # No dialog of one test is in the way of the next.
        self.browser.driver.get("about:blank")


def main():
    unittest.main(verbosity=1 if "-q" not in sys.argv else 0)


__all__ = ["ActionChains", "Browser", "By", "DESKTOP", "Keys", "PHONE", "PHONE_LANDSCAPE", "PageTest", "Program", "Server", "TABLET", "main", "time"]
