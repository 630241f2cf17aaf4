import CameraModel
import HotShoeSupport

/// The live view part of the demonstration: three seconds of frames, shown on a terminal that is wide enough.
struct DemoLiveView {
    /// Maximum size of the picture; a larger one would hide the rest of the demonstration.
    private static let columns = 48
    private static let rows = 16
    private static let drawingInterval = Duration.milliseconds(80)

    let tour: DemoTour
    let camera: Camera

    private var output: Output { tour.context.output }
    private var draws: Bool { output.showsStatus && output.messageTerminal.width >= 60 && output.messageTerminal.height >= 20 }

    func run() async throws {
        var meter = LiveViewMeter()
        try await tour.step(camera) { _ in try await read(&meter) }
        let (missed, unusable) = (meter.missed, meter.unusable + meter.pixelFrames)
        try tour.report.report(
            "Live view",
            "\(bar(meter.jpegFrames), .cyan) \(meter.text)",
            [
                "frames": .count(meter.frames), "rate": .number(meter.rate ?? 0), "missed": .count(missed),
                "unusable": .count(unusable), "bytes": .count(Int(clamping: meter.bytes)),
            ]
        )
    }

    private func read(_ meter: inout LiveViewMeter) async throws {
        let reading = LiveViewReading(camera: camera, frameLimit: DemoTour.frameCount, timeout: DefaultTimeout.answer)
        var painter = TerminalPainter(on: output.messageTerminal)
        var (picture, nextDrawing) = ([String](), Duration.zero)
        defer { keep(picture) }
        try await reading.run(&meter) { frame, _, meter in
            let now = SystemClock.shared.now
            guard output.showsStatus, now >= nextDrawing else { return true }
            nextDrawing = now + Self.drawingInterval
            if draws, let lines = painter.lines(frame, columns: Self.columns, rows: Self.rows) { picture = lines }
            output.show(status: picture + [statusLine(meter)])
            return true
        }
    }

    /// Keeps the last picture above the following lines.
    private func keep(_ picture: [String]) {
        output.show(status: picture)
        output.keepStatus()
    }

    private func statusLine(_ meter: LiveViewMeter) -> String {
        let text: StyledText = "\(DemoReport.padded("Live view"), .cyan)\(bar(meter.frames), .cyan) \(meter.recentText)"
        return text.shortened(to: output.messageTerminal.width - 1).rendered(output.messageTerminal.colors)
    }

    private func bar(_ frames: Int) -> String {
        let full = min(10, frames * 10 / DemoTour.frameCount)
        return String(repeating: "█", count: full) + String(repeating: "─", count: 10 - full)
    }
}
