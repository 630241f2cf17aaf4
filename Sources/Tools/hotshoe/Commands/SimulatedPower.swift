import CameraModel
import HotShoeSupport
import SimulatedCamera

/// The power switch of served cameras: a client may switch one off (PowerDown, 0x1013), and nobody is there to switch it on.
enum SimulatedPower {
    /// Time that a camera stays off.
    static let pause: Duration = .seconds(10)

    /// Reports each camera that its client has switched off, and switches it on after a pause. Ends when the task is cancelled.
    static func follow(_ cameras: some Sequence<(Camera, CameraSimulator)>, _ context: CommandContext) async {
        await withTaskGroup(of: Void.self) { group in
            for (camera, simulator) in cameras { group.addTask { await follow(camera, simulator, context) } }
        }
    }

    private static func follow(_ camera: Camera, _ simulator: CameraSimulator, _ context: CommandContext) async {
        for await state in camera.connectionStates where state == .notConnected(.poweredOffByRequest) && !simulator.isPresent {
            report("off", "switched off; it is switched on again in \(pause.components.seconds) s", camera, context)
            await SystemClock.shared.sleep(for: pause)
            if Task.isCancelled { return }
            simulator.plugIn()
            report("on", "switched on", camera, context)
        }
    }

    private static func report(_ event: String, _ text: String, _ camera: Camera, _ context: CommandContext) {
        let serialNumber = camera.description.serialNumber ?? ""
        if context.wantsJSON {
            try? context.output.json(PowerRecord(event: event, serialNumber: serialNumber))
        } else {
            context.output.note("\(serialNumber): \(text)")
        }
    }

    private struct PowerRecord: Encodable {
        let event: String
        let serialNumber: String
    }
}
