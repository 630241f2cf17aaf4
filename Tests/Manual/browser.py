"""Chromium, which opens the site as files."""

import os
import pathlib

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

SITE = pathlib.Path(os.environ.get("MANUAL", ""))
PHONE, DESKTOP = (390, 844), (1440, 900)

# One page of each kind.
PAGES = {
    "start": "index.html", "task": "manual/time-lapse.html", "tasks": "manual/README.html", "commands": "commands/index.html", "command": "commands/shoot.html",
    "c": "c/camera.html", "cpp": "cpp/camera.html", "python": "python/camera.html", "csharp": "csharp/camera.html", "http": "http/index.html",
    "http-files": "http/files.html", "vendors": "properties-by-vendor.html", "building": "architecture.html", "example": "examples/c/camera_poll.c.html",
    "search": "search.html?q=tether",
}


class Browser:
    def __init__(self):
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--lang=en", "--disable-dev-shm-usage"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))

    def close(self):
        self.driver.quit()

    def show(self, size, dark):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size[0] < 600})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}, {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def open(self, page):
        self.driver.get("about:blank")
        self.driver.get(f"{SITE.as_uri()}/{page}")
        if page.startswith("search.html?"):
            self.wait(lambda: any(text in self.text("#search-results") for text in ("Search finished", "did not match")))

    def wait(self, condition):
        return WebDriverWait(self.driver, 60, poll_frequency=0.1).until(lambda _: condition())

    def text(self, selector):
        return " ".join(element.text for element in self.driver.find_elements(By.CSS_SELECTOR, selector))

    def results(self):
        return [element.text for element in self.driver.find_elements(By.CSS_SELECTOR, "#search-results li a")]

    def script(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def errors(self):
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
