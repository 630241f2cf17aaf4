/// A service by which a vendor's cameras announce themselves by SSDP, as data (observed behaviour).
package struct AnnouncedService: Sendable, Hashable {
    /// The purpose of the service.
    package enum Purpose: Sendable, Hashable {
        /// Control by a computer, over PTP/IP. Simulated bodies announce the first such service.
        case control
        /// The vendor's phone app; for control by a computer, another mode must be selected in the camera's menu.
        case phoneApp
    }

    /// An element of the device's description that, if it is set, prevents a connection.
    package struct Obstacle: Sendable, Hashable {
        /// Name of the element.
        package let element: String
        /// What prevents the connection, and what to do.
        package let message: String

        /// Creates an obstacle.
        package init(_ element: String, _ message: String) { (self.element, self.message) = (element, message) }
    }

    /// Type of the service, as in ST and NT.
    package let type: String
    package let purpose: Purpose
    /// Ending of the reference to a second document in the device's description, which has the model and the obstacles; nil if the
    /// first document has all.
    package let furtherDocument: String?
    /// Obstacles, in the order in which they are reported.
    package let obstacles: [Obstacle]

    /// Creates a service.
    package init(_ type: String, _ purpose: Purpose, furtherDocument: String? = nil, obstacles: [Obstacle] = []) {
        (self.type, self.purpose, self.furtherDocument, self.obstacles) = (type, purpose, furtherDocument, obstacles)
    }
}
