package import CameraModel

/// The result of focusing as JSON.
package struct FocusRecord: Encodable {
    private let focused: Bool
    /// The numbers of the areas in focus, from 1 on.
    private let areas: [Int]

    package init(focused: Bool, _ areas: [FocusArea]) {
        self.focused = focused
        self.areas = areas.indices.filter { areas[$0].hasFocus }.map { $0 + 1 }
    }
}

/// Steps of the lens as JSON.
package struct FocusDriveRecord: Encodable {
    private let direction: String
    private let amount: String
    private let steps: Int

    package init(_ step: FocusStep, steps: Int) {
        (direction, amount, self.steps) = (step.direction.rawValue, step.amount.rawValue, steps)
    }
}
