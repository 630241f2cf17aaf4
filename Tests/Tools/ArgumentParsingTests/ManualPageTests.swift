import ArgumentParsing
import Testing

@Suite struct ManualPageTests {
    @Test func `a command's page has its usage, its options and its values`() throws {
        let command = try #require(FakeProgram.syntax.command(at: ["simulate"]))
        #expect(
            FakeProgram.syntax.manualPage(of: command).text == #"""
                .TH CAMERA\-SIMULATE 1 "" "camera 9.8.7"
                .SH NAME
                camera\-simulate \- be a camera
                .SH SYNOPSIS
                .PP
                \fBcamera\fR \fBsimulate\fR \fI[OPTIONS]\fR
                .SH DESCRIPTION
                .PP
                Be a camera.
                .SH OPTIONS
                .TP
                \fB\-\-port\fR \fIPORT\fR
                The first port. (default: 15740)
                .TP
                \fB\-\-fault\fR \fISPEC\fR
                A fault to inject. May be given several times.
                .TP
                \fB\-\-transport\fR \fIKIND\fR
                How the camera is reached. One of ptpip or usb. (default: ptpip)

                """#
        )
    }

    @Test func `commands below a command are in its page`() throws {
        let text = FakeProgram.syntax.manualPage(of: try #require(FakeProgram.syntax.command(at: ["video"]))).text
        let lines = ["start", "stop"].map { ".PP\n\\fBcamera\\fR \\fBvideo\\fR \\fB\($0)\\fR \\fI[OPTIONS]\\fR\n" }
        #expect(text.contains(lines.joined()))
        #expect(text.contains(".SH CAMERA VIDEO START\n.PP\nStart recording.\n.SH CAMERA VIDEO STOP\n"))
    }

    @Test func `the page of a program has its commands, and the options of all`() {
        let text = FakeProgram.syntax.manualPage().text
        #expect(text.contains(".TP\n\\fBcamera\\-shoot\\fR(1)\nTake pictures.\n"))
        #expect(text.contains("\\fB\\-c\\fR, \\fB\\-\\-camera\\fR \\fISELECTOR\\fR\n"))
        #expect(!text.contains("interval"), "an option of one command")
    }

    @Test func `a program without commands has its own options`() {
        let output = Option.value("output", .directory, named: "DIR", default: ".", "The folder.")
        let program = ProgramSyntax(CommandSyntax("make", summary: "Makes", options: [output]), version: "2")
        let text = program.manualPage().text
        #expect(text.contains(".SH OPTIONS\n.TP\n\\fB\\-\\-output\\fR \\fIDIR\\fR\nThe folder. (default: .)\n"))
        #expect(text.contains("make \\- makes\n"))
    }

    @Test(arguments: [
        (".SH Bad", "\\&.SH Bad"), ("'quoted'", "\\(aqquoted\\(aq"), ("a\\nb", "a\\enb"),
        ("`--x` - it", "\\fB\\-\\-x\\fR \\- it"),
        ("one\n.two", "one .two"), ("`.x`", "\\fB.x\\fR"), ("\"~^", "\\(dq\\(ti\\(ha"),
    ]) func `no text is a macro of roff, or changes its letters`(text: String, source: String) {
        var page = ManualPage("name", section: 7, summary: "x", origin: "x 1")
        page.paragraphs(text)
        #expect(page.text.hasSuffix(".PP\n\(source)\n"))
    }
}
