import ArgumentParsing
private import Glibc
import PTPResponder
import SimulatedCamera
import Wording

/// A fault of a served camera: in the camera, or on the wire. Their names are disjoint.
enum ServedFault: Sendable {
    case camera(SimulatedFault)
    case wire(ResponderFault)

    init?(_ text: String) {
        if let fault = SimulatedFault(text) {
            self = .camera(fault)
        } else if let fault = ResponderFault(text) {
            self = .wire(fault)
        } else {
            return nil
        }
    }

    var ofCamera: SimulatedFault? { if case .camera(let fault) = self { fault } else { nil } }
    var ofWire: ResponderFault? { if case .wire(let fault) = self { fault } else { nil } }
}

extension ValueType where Value == ServedFault {
    private static var allKindNames: [String] {
        SimulatedFault.kindNames + ResponderFault.kindNames + ResponderFault.usbKindNames
    }

    static var servedFault: Self {
        let names = allKindNames.map { name in
            name.contains("=") ? String(name.prefix { $0 != "=" }) + "=" : name
        }
        return ValueType(completion: .list(names), describe: { "\($0)" }) { text throws(ValueProblem) in
            if let fault = ServedFault(text) { return fault }
            throw ValueProblem(message: explanation(text, names))
        }
    }

    private static func explanation(_ text: String, _ names: [String]) -> String {
        let kind = String(text.prefix { $0 != "=" && $0 != "@" && $0 != "*" })
        guard let name = allKindNames.first(where: { $0.prefix { $0 != "=" } == kind }) else {
            let nearest = NearestName.of(kind, among: names.map { String($0.prefix { $0 != "=" }) })
            return "is not a fault. \(nearest.map { "Did you mean \($0)? " } ?? "")See `hotshoe help faults`"
        }
        let form = namedValues[kind].map { "\(kind)= takes \($0.listed(by: "or"));" } ?? "Write \(name),"
        return "is not a fault. \(form) then @OPERATION, then *COUNT. See `hotshoe help faults`"
    }

    /// The values of the kinds that take a name.
    private static var namedValues: [String: [String]] {
        [
            "descriptors": ResponderFault.descriptorFaultNames, "halt": ResponderFault.haltPhaseNames,
            "close": ResponderFault.stageNames, "stall": ResponderFault.stageNames,
        ]
    }
}

/// Faults in a file, one per line.
enum FaultFile {
    static func read(_ path: String) throws(CommandFailure) -> [ServedFault] {
        // SAFETY: the path is a terminated string for the time of the call; the file is closed below.
        guard let file = try unsafe InputFile.open(path) else {
            throw CommandFailure(.storage, path, "The file cannot be read: \(systemMessage(errno)).")
        }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        // SAFETY: the count is the size of the buffer.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe fread($0.baseAddress, 1, $0.count, file) }
        return try parse(String(decoding: bytes.prefix(count), as: UTF8.self), path)
    }

    static func parse(_ text: String, _ path: String) throws(CommandFailure) -> [ServedFault] {
        var faults: [ServedFault] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard !words.isEmpty else { continue }
            guard words.count == 1, let fault = ServedFault(String(words[0])) else {
                throw CommandFailure(.usage, path, "Line \(index + 1) is not a fault. See `hotshoe help faults`.")
            }
            faults.append(fault)
        }
        return faults
    }
}
