public import CameraModel

/// A camera of a rig, by its role.
public struct RigMember: Sendable {
    /// The name of the camera's place, such as "left" or "top 3": 1 to 64 characters, unique in its rig.
    public let role: String
    /// The camera.
    public let camera: Camera
    /// The time from the request of a release to the exposure, 0 to 10 s: a release at a time is requested earlier by it.
    public var releaseLag: Duration

    /// Creates a member. See the properties for the meaning of the parameters.
    public init(role: String, camera: Camera, releaseLag: Duration = .zero) {
        self.role = role
        self.camera = camera
        self.releaseLag = releaseLag
    }
}

/// A value of a property for the cameras of a rig.
public struct RigSetting: Sendable, Hashable {
    /// The property.
    public var property: PropertyIdentifier
    /// The value as a person writes it, such as "f/8" or "1/250".
    public var text: String
    /// The roles of the cameras that are set; empty for all.
    public var roles: [String]
    /// Whether cameras that do not have the property are left as they are.
    public var isOptional: Bool

    /// Creates a setting. See the properties for the meaning of the parameters.
    public init(_ property: PropertyIdentifier, _ text: String, roles: [String] = [], isOptional: Bool = false) {
        self.property = property
        self.text = text
        self.roles = roles
        self.isOptional = isOptional
    }
}
