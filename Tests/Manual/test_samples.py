"""Every sample of the manual and of the README is run, compiled or parsed, and a broken one is found."""

import pathlib
import re
import tempfile
import unittest

from runner import REPOSITORY, Failure, Page
from samples import Sample, commands, differs, samples

PAGES = [*sorted((REPOSITORY / "docs/manual").glob("*.md")), REPOSITORY / "README.md"]


class SampleTests(unittest.TestCase):
    def check(self, path):
        found = samples(path)
        page = Page(needs_bodies=any(re.search(r"-c (R5|Z6)", sample.text) for sample in found))
        try:
            for sample in found:
                with self.subTest(sample=str(sample)):
                    try:
                        page.run(sample)
                    except Failure as failure:
                        self.fail(f"{sample}: {failure}")
            commands_of_page = "".join(sample.text for sample in found if sample.language == "sh")
            for name in page.files:
                self.assertIn(pathlib.Path(name).stem, commands_of_page, f"{path.name}: no command uses {name}")
        finally:
            page.close()


def add_pages():
    for path in PAGES:
        name = "test_" + path.stem.replace("-", "_").lower() + ("_of_the_repository" if path.parent == REPOSITORY else "")
        setattr(SampleTests, name, lambda self, path=path: self.check(path))


add_pages()


class BrokenSampleTests(unittest.TestCase):
    """What a sample that does not hold looks like."""

    @classmethod
    def setUpClass(cls):
        cls.page = Page()

    @classmethod
    def tearDownClass(cls):
        cls.page.close()

    def run_sample(self, language, text, **marks):
        self.page.run(Sample(pathlib.Path("page.md"), 1, language, text, {name: [value] for name, value in marks.items()}))

    def test_broken_samples_fail(self):
        for language, text in (
            ("sh", "hotshoe set apperture f/8\n"), ("sh", "false | cat\n"), ("sh", "$ hotshoe get drive-mode\nburst\n"),
            ("python", "await missing.function()\n"), ("python", "show(b'')\n"), ("c", "int unused;\n"), ("cpp", "hotshoe::camera camera;\n"),
            ("csharp", "class {\n"), ("js", "import { HotShoe } from './missing.mjs';\n"),
            ("json", "{\n"), ("ruby", "puts 1\n"),
        ):
            with self.subTest(text=text), self.assertRaises((Failure, ValueError)):
                self.run_sample(language, text)
        with self.assertRaises(Failure):
            self.run_sample("sh", "exit 3\n", interrupted="")
        with self.assertRaises(Failure):
            self.page.run(Sample(pathlib.Path("page.md"), 1, "sh", "true\n", {"not run": [""]}))

    def test_the_program_of_the_manual_page_takes_a_picture(self):
        text = (REPOSITORY / "share/man/libhotshoe.3").read_text(encoding="utf-8")
        program = re.search(r"^\.EX\n(.*?)^\.EE$", text, re.M | re.S)[1].replace("\\e", "\\")
        self.run_sample("c", program, file="example.c")
        self.run_sample("sh", "./example\ntest -s picture.jpg\n")

    def test_the_camera_of_a_page_keeps_its_state(self):
        self.run_sample("sh", "$ hotshoe set drive-mode continuous --quiet\n$ hotshoe get drive-mode\ncontinuous\n")


class ExtractionTests(unittest.TestCase):
    def found(self, text):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "page.md")
            page.write_text(text, encoding="utf-8")
            return samples(page)

    def test_blocks_and_marks(self):
        found = self.found("Text\n\n    a\n\n    b\n\n<!-- sample: interrupted; file: x.py -->\n\n```python\nc\n```\n- item\n    more\n")
        self.assertEqual([(each.language, each.text, each.line, each.marks) for each in found],
                         [("sh", "a\n\nb\n", 3, {}), ("python", "c\n", 9, {"interrupted": [""], "file": ["x.py"]})])

    def test_a_mark_belongs_to_a_sample(self):
        for text in ("<!-- sample: interrupted -->\n\nText\n", "<!-- sample: ignored -->\n\n    a\n"):
            with self.assertRaises(ValueError):
                self.found(text)

    def test_commands(self):
        self.assertEqual([each.text for each in commands("a b\n# c\nd \\\n  e\n")], ["a b", "d   e"])
        self.assertEqual([each.text for each in commands("cat > f <<'END'\n[a]\n\nb\nEND\nc\n")], ["cat > f <<'END'\n[a]\n\nb\nEND", "c"])
        shell, other = commands("$ hotshoe shell\nCanon EOS R5> set iso 400\n$ b\nc\n")
        self.assertEqual((shell.input, other.output), (["set iso 400"], ["c"]))

    def test_outputs(self):
        self.assertIsNone(differs(["a…c"], "abc\n"))
        self.assertIsNotNone(differs(["a"], "ab\n"))


if __name__ == "__main__":
    unittest.main()
