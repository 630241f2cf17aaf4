public import CameraModel

/// The failure of one camera of a rig.
public struct RigProblem: Sendable, CustomStringConvertible {
    /// The role of the camera.
    public let role: String
    /// The property that was set; nil for other requests.
    public let property: PropertyIdentifier?
    /// The error of the camera.
    public let error: CameraError

    package init(_ role: String, _ error: CameraError, property: PropertyIdentifier? = nil) {
        (self.role, self.property, self.error) = (role, property, error)
    }

    /// The role, and the error's text.
    public var description: String { "\(role): \(error)" }
}

/// An error of a rig, with the failures of its cameras.
public struct RigError: Error, Sendable, CustomStringConvertible {
    /// Kinds of failure. The numbers are part of the C interface and never change.
    public enum Code: Int32, Sendable, Hashable, CaseIterable {
        /// The description of the rig is wrong: a role twice, or none, a role that does not exist.
        case invalidArgument = 1
        /// The rig is busy with another request.
        case busy = 2
        /// At least one camera could not be connected.
        case connecting = 3
        /// A camera does not accept a setting now. No camera is set to other values than before, except for ``RigError/notRestored``.
        case refused = 4
        /// A setting failed. All cameras have their previous values, except for ``RigError/notRestored``.
        case setting = 5
        /// A camera did not focus. All have been released.
        case arming = 6
        /// The caller cancelled the request.
        case cancelled = 7
    }

    /// The kind of failure.
    public let code: Code
    /// One sentence for display: what failed, and at how many cameras.
    public let message: String
    /// The failures, by camera.
    public let problems: [RigProblem]
    /// The settings that could not be set back to their previous values.
    public let notRestored: [RigProblem]

    package init(_ code: Code, _ message: String, _ problems: [RigProblem] = [], notRestored: [RigProblem] = []) {
        (self.code, self.message, self.problems, self.notRestored) = (code, message, problems, notRestored)
    }

    /// The message, and a line for each problem.
    public var description: String {
        ([message] + problems.map { "  \($0)" } + notRestored.map { "  not set back: \($0)" }).joined(separator: "\n")
    }
}
