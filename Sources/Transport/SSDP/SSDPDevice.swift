public import Sockets

/// A device that announces itself, with its description.
///
/// All values are received from the network without authentication, and can be forged.
public struct SSDPDevice: Hashable, Sendable {
    /// The announcement.
    public let announcement: SSDPAnnouncement
    /// Address that sent the announcement.
    public let source: SocketAddress
    /// Location of the description: always at ``source``.
    public let location: DescriptionLocation
    /// The description.
    public let description: DeviceDescription

    /// Creates a device.
    public init(
        announcement: SSDPAnnouncement,
        source: SocketAddress,
        location: DescriptionLocation,
        description: DeviceDescription
    ) {
        (self.announcement, self.source) = (announcement, source)
        (self.location, self.description) = (location, description)
    }
}

/// An event of an ``SSDPBrowser``.
public enum SSDPEvent: Hashable, Sendable {
    /// A device was found and its description read, or it announced something else.
    case found(SSDPDevice)
    /// A device has left, or its announcement has expired. The unique service name.
    case lost(uniqueName: String)
}
