/// The purpose of a property that has no name in the camera model, and that a program uses nevertheless.
package enum PropertyRole: Sendable, Hashable {
    /// Turns on exposure bracketing: the values are exposure compensations, the distance between two exposures; 0 is off.
    case bracketingStep
}

/// A driver with properties that have a role. **Thread-safe.**
package protocol PropertyRoleDriver: AnyObject, Sendable {
    /// Returns the property with a role; nil if the driver knows none.
    func property(for role: PropertyRole) -> PropertyIdentifier?
}

extension Camera {
    /// Returns the property that has a role for the driver of this camera; nil if there is none, or the camera is not connected.
    package func property(for role: PropertyRole) -> Property? {
        let established = change { ($0.connection?.established, []) }
        return (established?.properties as? any PropertyRoleDriver)?.property(for: role).map { property($0) }
    }
}
