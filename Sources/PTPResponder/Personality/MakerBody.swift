import CameraModel
import HotShoeSupport
import PTP

/// What one maker's bodies do beyond the standard: the state of one device, and how it says what happens. **Thread-safe.**
///
/// A personality makes one for each device. None of its functions may wait, but for ``letGo()``. The smallest one does nothing: that is a
/// device without any.
protocol MakerBody: AnyObject, Sendable {
    /// Something has happened at the camera, and the device has taken note of it.
    func follow(_ event: CameraEvent, _ device: PTPDevice)
    /// Whether it says an event of the standard in its own way; then it is not said otherwise. Called while a session is open.
    func takes(_ event: Event, _ device: PTPDevice) -> Bool
    /// Whether it keeps an offered picture itself; then the device forgets it.
    func takes(_ offer: TransferOffer, _ device: PTPDevice) -> Bool
    /// The session is over, or the initiator has gone: whatever it has set up is undone.
    func sessionEnded(_ device: PTPDevice)
    /// Lets go what the initiator has left pressed or running, and returns when that is done.
    func letGo() async
    /// From now on it behaves as a body does that was not asked for its events for too long.
    func wedge()
}

/// What a maker's body is made of.
struct MakerBodyContext: Sendable {
    let camera: Camera
    let time: any TimeSource
    /// Where events go that it says by itself.
    let broadcast: Broadcast<Event>
    let memory: BodyMemory
}

extension MakerBody {
    func follow(_ event: CameraEvent, _ device: PTPDevice) {}
    func takes(_ event: Event, _ device: PTPDevice) -> Bool { false }
    func takes(_ offer: TransferOffer, _ device: PTPDevice) -> Bool { false }
    func sessionEnded(_ device: PTPDevice) {}
    func letGo() async {}
    func wedge() {}
}
