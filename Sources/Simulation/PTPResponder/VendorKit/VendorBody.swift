package import CameraModel
package import HotShoeSupport
package import PTP

/// A vendor's extension for one device: its state and its form of event reporting. **Thread-safe.**
///
/// A personality creates one for each device. No method may block except ``release()``. The smallest implementation does
/// nothing, like a device without an extension.
package protocol VendorBody: AnyObject, Sendable {
    /// Returns whether the body has an operation now; otherwise DeviceInfo does not list it, and it is not supported.
    func allows(_ operation: OperationCode) -> Bool
    /// Called for an event of the camera, after the device has processed it.
    func follow(_ event: CameraEvent, _ device: PTPDevice)
    /// Returns whether the body reports a standard event in its own form; the device then does not send it. Called while a
    /// session is open.
    func handles(_ event: Event, _ device: PTPDevice) -> Bool
    /// Returns whether the body keeps an offered picture itself; the device then ignores it.
    func claims(_ offer: TransferOffer, _ device: PTPDevice) -> Bool
    /// Returns whether the body itself has set a property to this data; the device then does not. Throws if the body does not allow
    /// the property to be set now.
    func sets(_ code: DevicePropCode, to data: [UInt8]) async throws(Refusal) -> Bool
    /// Returns the description of a property in the standard's form as the body gives it; unchanged for most.
    func described(_ desc: DevicePropDesc) -> DevicePropDesc
    /// Called when the session has ended or the initiator has disconnected; resets everything that the initiator has set up.
    func sessionEnded(_ device: PTPDevice)
    /// Releases the shutter and stops what the initiator has left running; returns when that is done.
    func release() async
    /// Makes the body behave as if its events had not been requested for too long.
    func hang()
    /// Whether the body accepts the further connections of a network protocol of its own, for events and frames.
    var acceptsSides: Bool { get }
}

/// Environment of a vendor's body.
package struct VendorBodyContext: Sendable {
    package let camera: Camera
    package let time: any TimeSource
    /// Destination of the body's events.
    package let broadcast: Broadcast<Event>
    package let memory: BodyMemory
    /// The tasks of the body, which end when the camera is disconnected.
    package let tasks: OwnedTasks
    /// Shows a text on the body's display.
    package let display: @Sendable (String) -> Void
}

extension VendorBody {
    package func allows(_ operation: OperationCode) -> Bool { true }
    package func follow(_ event: CameraEvent, _ device: PTPDevice) {}
    package func handles(_ event: Event, _ device: PTPDevice) -> Bool { false }
    package func claims(_ offer: TransferOffer, _ device: PTPDevice) -> Bool { false }
    package func sets(_ code: DevicePropCode, to data: [UInt8]) async throws(Refusal) -> Bool { false }
    package func described(_ desc: DevicePropDesc) -> DevicePropDesc { desc }
    package func sessionEnded(_ device: PTPDevice) {}
    package func release() async {}
    package func hang() {}
    package var acceptsSides: Bool { false }
}
