import ArgumentParsing
import CameraModel
import SimulatedCamera
import Wording

extension ValueType where Value == SimulatedFault {
    /// A fault of a simulated camera.
    static var fault: Self {
        // A name that ends in "=" is followed by a value that the shell cannot complete.
        let words = SimulatedFault.kindNames.map { name in
            name.split(separator: "=", maxSplits: 1).count == 2 ? prefix(name) : name
        }
        return ValueType(completion: .list(words), describe: \.description) { text throws(ValueProblem) in
            if let fault = SimulatedFault(text) { return fault }
            throw ValueProblem(message: explanation(text))
        }
    }

    private static func prefix(_ name: String) -> String { String(name.prefix { $0 != "=" }) + "=" }

    private static func explanation(_ text: String) -> String {
        let kind = String(text.prefix { $0 != "=" && $0 != "@" && $0 != "*" })
        let names = SimulatedFault.kindNames
        if names.contains(where: { $0.prefix { $0 != "=" } == kind }) {
            if kind == "fail" { return "is not a fault; fail takes \(SimulatedFault.codeNames.listed(by: "or"))" }
            return "is not a fault; write \(names.first { $0.hasPrefix(kind) } ?? kind), then @3s or @OPERATION, then *COUNT, "
                + "where OPERATION is \(CameraOperation.allCases.map(\.rawValue).listed(by: "or"))"
        }
        return "is not a fault; use \(names.listed(by: "or"))"
    }
}

extension ValueType where Value == PixelSize {
    /// `WIDTHxHEIGHT` in pixels, within the limits of the simulated camera.
    static var pictureSize: Self { pictureSize(16...20_000) }

    /// `WIDTHxHEIGHT` in pixels, with limits for both sides.
    static func pictureSize(_ limits: ClosedRange<Int>) -> Self {
        ValueType(describe: { "\($0.width)x\($0.height)" }) { text throws(ValueProblem) in
            let parts = text.split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "×" || $0 == "X" }
            let sides = parts.compactMap { $0.utf8.count <= 5 ? Int($0) : nil }.filter(limits.contains)
            guard parts.count == 2, sides.count == 2 else {
                throw ValueProblem(
                    message: "is not a size such as 1500x1000, with sides of \(limits.lowerBound) to \(limits.upperBound) pixels"
                )
            }
            return PixelSize(width: sides[0], height: sides[1])
        }
    }
}
