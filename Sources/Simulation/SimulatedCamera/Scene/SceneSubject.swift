internal import Glibc

/// The balloon at a time: its position, distance, and movement during the exposure.
struct SceneSubject {
    /// The centre of the envelope.
    let u: Double
    let v: Double
    /// Its distance in focus units.
    let focus: Double
    private let time: Double
    private let phase: Double

    /// Half the width of the envelope, and half of its height.
    static let halfWidth = 0.1
    static let halfHeight = 0.115
    /// Distance of the basket below the centre.
    static let depth = 0.205

    init(time: Double, seed: UInt64) {
        var random = SceneRandom(seed: seed ^ 0x22)
        phase = random.next(in: 0..<2 * .pi)
        self.time = time
        u = Self.u(at: time, phase: phase)
        v = 0.3 + 0.03 * sin(time * 2 * .pi / 7 + phase)
        focus = 0.68 + 0.06 * sin(time * 2 * .pi / 23 + phase)
    }

    /// Returns the position at a time: the balloon crosses the frame and returns in ten seconds.
    private static func u(at time: Double, phase: Double) -> Double {
        0.75 + 0.45 * sin(time * 2 * .pi / 10 + phase)
    }

    /// Returns the centre and the length of the path along u during an exposure of `seconds` that starts now.
    func way(during seconds: Double) -> (middle: Double, length: Double) {
        // After a full period the path repeats.
        let seconds = min(seconds, 10)
        var lowest = u, highest = u
        for step in 1...16 {
            let position = Self.u(at: time + seconds * Double(step) / 16, phase: phase)
            lowest = min(lowest, position)
            highest = max(highest, position)
        }
        return ((lowest + highest) / 2, highest - lowest)
    }
}
