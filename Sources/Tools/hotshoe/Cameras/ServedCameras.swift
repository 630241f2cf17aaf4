import ArgumentParsing
import CameraModel
import CameraRecordings
import HotShoeSupport
import PTPResponder
import SimulatedCamera

/// The cameras that `hotshoe simulate` serves: simulated ones, or that of a file.
struct ServedCameras {
    let cameras: [Camera]
    /// The simulators of the cameras; none for the camera of a file.
    let simulators: [CameraSimulator]
    let body: Personality
    /// Faults on the wire.
    let faults: [ResponderFault]

    init(_ context: CommandContext, on carrier: ResponderFault.Transport) throws {
        let given = try Self.faults(context, on: carrier)
        faults = given.compactMap(\.ofWire)
        let count = context[ListCommand.count]
        if let path = context[SimulateCommand.from] {
            if let option = Self.contradicting.first(where: context.isGiven) {
                throw CommandFailure(
                    .usage,
                    option.written,
                    "is for simulated cameras, and has no effect with --from. Leave it out."
                )
            }
            if let fault = given.compactMap(\.ofCamera).first {
                throw CommandFailure(
                    .usage,
                    "--fault",
                    "\"\(fault)\" is a fault of simulated cameras; with --from only those on the wire work."
                )
            }
            let recording = try RecordingFile.read(path)
            context.output.detail("hotshoe: \(path) is a \(recording.origin)")
            (body, simulators) = (.recorded(recording), [])
            cameras = (0..<count).map { _ in Camera.recorded(recording) }
            return
        }
        let folders = context[SimulateCommand.storage]
        let body = Personality.named(context[SimulateCommand.personality]) ?? .generic
        self.body = body
        simulators = try context.makeSimulators(count: count, faults: given.compactMap(\.ofCamera), as: body.identity) { number in
            count == 1 ? folders : folders.map { "\($0)/\(Self.serialNumber(number))" }
        }
        cameras = simulators.map { $0.makeCamera() }
    }

    /// Options that describe a simulated camera.
    private static let contradicting =
        [SimulateCommand.personality.syntax]
        + SimulateCommand.simulatorOptions.map(\.syntax).filter { $0.name != "fault" && $0.name != "faults" }

    private static func faults(_ context: CommandContext, on carrier: ResponderFault.Transport) throws -> [ServedFault] {
        let inFile = try context[SimulateCommand.faults].map(FaultFile.read) ?? []
        for (option, given) in [("--fault", context[SimulateCommand.fault]), ("--faults", inFile)] {
            if let unsupported = given.compactMap(\.ofWire).first(where: { !$0.isKnown(on: carrier) }) {
                let other = unsupported.isKnown(on: .ip) ? SimulateCommand.Transport.ptpip : .usb
                throw CommandFailure(.usage, option, "\"\(unsupported)\" works only with --transport \(other.rawValue).")
            }
        }
        return context[SimulateCommand.fault] + inFile
    }

    private static func serialNumber(_ number: Int) -> String {
        let digits = String(number)
        return "SIM-" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}
