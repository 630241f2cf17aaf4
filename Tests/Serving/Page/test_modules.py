"""The pure modules of the page: messages of live view, positions on the screen, brackets, texts."""

from page_rig import PageTest, main


class ModuleTests(PageTest):
    def run_module(self, name, code):
        """Runs code with the exports of a module as `m`, and returns its value."""
        page = self.browser
        if not page.driver.current_url.startswith(self.server.url):
            page.open(self.server.url)
        return page.driver.execute_async_script(f"""
            const done = arguments[arguments.length - 1];
            import("/{name}.js").then((m) => {{ {code} }}).then(done, (error) => done("error: " + error));""")

    MESSAGE = """
        const message = (head, areas, size) => {
            const buffer = new ArrayBuffer(head + 12 * areas.length + 4);
            const view = new DataView(buffer);
            view.setUint32(0, 0x48534631);
            view.setUint16(4, head + 12 * areas.length);
            view.setUint16(6, areas.length);
            view.setUint32(12, 77);
            if (head >= 48) { view.setUint16(28, 35900); view.setInt16(30, -250); view.setUint8(32, 2); view.setUint8(33, 1); }
            areas.forEach((area, index) => area.forEach((value, at) => view.setUint16(head + 12 * index + 2 * at, value)));
            return buffer.slice(0, size ?? buffer.byteLength);
        };"""

    def test_a_message_has_its_areas_and_its_level(self):
        frame = self.run_module("frame", self.MESSAGE + """
            const frame = m.parseFrame(message(48, [[0, 65535, 32768, 0, 3], [1, 2, 3, 4, 0]]));
            return {...frame, jpeg: frame.jpeg.size};""")
        self.assertEqual((frame["number"], frame["roll"], frame["pitch"], frame["orientation"], frame["isEnlarged"], frame["jpeg"]), (77, -1, -2.5, 2, True, 4))
        self.assertEqual([(area["active"], area["focused"]) for area in frame["areas"]], [(True, True), (False, False)])
        self.assertEqual(frame["areas"][0]["y"], 1)

    def test_a_truncated_message_is_no_frame(self):
        self.assertEqual(self.run_module("frame", self.MESSAGE + """
            const whole = 48 + 24;
            return Array.from({length: whole}, (_, size) => size).filter((size) => m.parseFrame(message(48, [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]], size)) !== null);"""), [])

    def test_a_message_with_wrong_counts_is_no_frame(self):
        self.assertIsNone(self.run_module("frame", self.MESSAGE + """
            const buffer = message(48, []);
            new DataView(buffer).setUint16(6, 5);
            return m.parseFrame(buffer);"""))

    def test_a_point_survives_each_turn(self):
        self.assertEqual(self.run_module("geometry", """
            const close = (a, b) => Math.abs(a - b) < 1e-9;
            const area = {x: 0.1, y: 0.2, width: 0.3, height: 0.4};
            return [0, 1, 2, 3].map((turn) => {
                const turned = m.turnedArea(area, turn);
                const middle = m.unturned({x: turned.x + turned.width / 2, y: turned.y + turned.height / 2}, turn);
                return close(middle.x, 0.25) && close(middle.y, 0.4);
            });"""), [True] * 4)

    def test_magnifying_keeps_the_point_and_stays_within_limits(self):
        self.assertEqual(self.run_module("geometry", """
            const view = m.magnified({scale: 2, x: 0, y: 0}, 4, 0.1, 0);
            const ends = [m.magnified(view, 100, 0, 0).scale, m.magnified(view, 0.1, 0, 0).scale, m.limited({scale: 1, x: 3, y: -3})];
            return [Math.abs((0.1 - view.x) / 4 - 0.1 / 2) < 1e-9, ...ends];"""), [True, 8, 1, {"scale": 1, "x": 0, "y": 0}])

    def test_a_bracket_has_the_values_of_the_camera(self):
        self.assertEqual(self.run_module("bracket", """
            const values = ["-1", "-⅔", "-⅓", "0", "+⅓", "+⅔", "+1"];
            return [m.bracketValues(values, 0, 1 / 3, 5), m.bracketValues(values, 1 / 3, 2 / 3, 3), m.bracketValues(values, 0, 2, 3), m.compensation("-1⅓"), m.compensation("auto")];"""),
            [["-⅔", "-⅓", "0", "+⅓", "+⅔"], ["-⅓", "+⅓", "+1"], None, -4 / 3, None])

    def test_values_are_written_as_photographers_do(self):
        self.assertEqual(self.run_module("names", """
            return [m.shownValue("iso", "ISO 200"), m.shownValue("shutter-speed", "30"), m.shownValue("shutter-speed", "1/125"), m.shownValue("aperture", "f/8"),
                m.shownValue("exposure-compensation", "-⅓"), m.shownValue("white-balance", "daylight"), m.shownValue("aperture", null), m.clock(3723), m.clock(7),
                m.duration(45), m.duration(5400), m.byteSize(64e9)]"""),
            ["200", "30 s", "1/125", "f/8", "−⅓", "Daylight", "–", "1:02:03", "0:07", "45 s", "1 h 30 min", "64.0 GB"])

    def test_the_exposure_of_a_picture_is_written_as_photographers_do(self):
        self.assertEqual(self.run_module("names", """
            return [m.exposureTexts({exposureTime: 1 / 125, fNumber: 8, iso: 400, exposureCompensation: -1 / 3, focalLength: 50}),
                m.exposureTexts({exposureTime: 0.4, fNumber: 5.6, exposureCompensation: 0}), m.exposureTexts({exposureTime: 30, iso: null}), m.exposureTexts({})];"""),
            [["1/125 s", "f/8", "ISO 400", "−0.3 EV", "50 mm"], ["0.4 s", "f/5.6", "±0 EV"], ["30 s"], []])


if __name__ == "__main__":
    main()
