import CameraModel
import CameraRecords
import HotShoeSupport

/// Presents live view: draws it, writes it, or prints its figures.
struct LiveViewShow {
    /// Minimum time between two drawings, because terminals are slow.
    private static let drawingInterval = Duration.milliseconds(50)

    private let camera: Camera
    private let target: FrameTarget
    private let context: CommandContext
    private let reading: LiveViewReading

    init(_ camera: Camera, _ target: FrameTarget, _ context: CommandContext) {
        self.camera = camera
        self.target = target
        self.context = context
        reading = LiveViewReading(
            camera: camera,
            options: LiveViewOptions(maximumRate: context[LiveViewCommand.rate]),
            frameLimit: context[LiveViewCommand.frames],
            duration: context[LiveViewCommand.seconds],
            timeout: context.timeout ?? .seconds(10)
        )
    }

    private var output: Output { context.output }
    private var isForScreen: Bool { if case .screen = target { true } else { false } }
    private var draws: Bool {
        output.showsStatus && !context.wantsJSON && (isForScreen ? output.dataTerminal.isTerminal : context[LiveViewCommand.draw])
    }
    /// Whether the figures are the requested output.
    private var printsNumbers: Bool { isForScreen && !draws }

    func run() async throws {
        var (meter, written) = (LiveViewMeter(), 0)
        do {
            try await show(&meter, &written)
        } catch {
            // Prints the figures so far, unless the reader has closed the output.
            if CommandFailure(error).code != .outputClosed { summarize(meter, written) }
            throw error
        }
        if printsNumbers { try context.print(NumbersRecord("end", meter), as: "\(meter.text)") }
        summarize(meter, written)
        if !Task.isCancelled, let failure = meter.failure(isForFile: !isForScreen) { throw failure }
    }

    private func show(_ meter: inout LiveViewMeter, _ written: inout Int) async throws {
        var painter = TerminalPainter(on: output.messageTerminal)
        var (picture, nextDrawing, printedAt) = ([String](), Duration.zero, SystemClock.shared.now)
        defer { output.clearStatus() }
        try await reading.run(&meter) { frame, check, meter in
            if case .jpeg(let count) = check, !isForScreen {
                let path = try target.write(frame, byteCount: count)
                written += 1
                if let path { try report(path, frame, count) }
            }
            let now = SystemClock.shared.now
            if output.showsStatus, !context.wantsJSON, now >= nextDrawing {
                nextDrawing = now + Self.drawingInterval
                if draws { picture = painter.lines(frame) ?? picture }
                output.show(status: picture + [statusLine(frame, meter)])
            }
            if printsNumbers, now - printedAt >= .seconds(1) {
                printedAt = now
                try printNumbers(meter)
            }
            return !(target.isSingle && written > 0)
        }
    }

    // MARK: Output

    private func report(_ path: String, _ frame: LiveViewFrame, _ byteCount: Int) throws {
        let record = FrameRecord(path: path, size: byteCount, pixels: frame.size.description)
        try context.print(record, as: "\(path, .bold)  \(frame.size)  \(Amounts.bytes(Int64(byteCount)))")
    }

    private func printNumbers(_ meter: LiveViewMeter) throws {
        let seconds = Amounts.decimal(meter.duration / .seconds(1), places: 1)
        try context.print(NumbersRecord("numbers", meter), as: "\(seconds) s  \(meter.recentText)")
    }

    private func statusLine(_ frame: LiveViewFrame, _ meter: LiveViewMeter) -> String {
        let text: StyledText = "\(camera.displayName, .bold)  \(frame.size)  \(meter.recentText)  (Ctrl-C ends it)"
        return text.shortened(to: output.messageTerminal.width - 1).rendered(output.messageTerminal.colors)
    }

    private func summarize(_ meter: LiveViewMeter, _ written: Int) {
        guard !printsNumbers, !target.isSingle else { return }
        let what = isForScreen ? "" : "\(written) written of "
        output.note("\(what)\(meter.text)")
    }

    private struct FrameRecord: Encodable {
        let path: String
        let size: Int
        let pixels: String
    }

    /// The figures of live view, as JSON.
    private struct NumbersRecord: Encodable {
        let event: String
        let seconds: Double
        let frames: Int
        let rate: Double?
        let missed: Int
        let pixelFrames: Int
        let unusable: Int
        let bytes: Int64

        init(_ event: String, _ meter: LiveViewMeter) {
            self.event = event
            seconds = meter.duration / .seconds(1)
            frames = meter.frames
            rate = event == "end" ? meter.rate : meter.recentRate
            missed = meter.missed
            pixelFrames = meter.pixelFrames
            unusable = meter.unusable
            bytes = meter.bytes
        }
    }
}
