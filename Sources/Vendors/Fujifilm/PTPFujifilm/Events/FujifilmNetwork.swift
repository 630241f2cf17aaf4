package import PTP

// Values of Fujifilm's protocol on networks. All of it is observed behaviour.

/// State of a body on a network, the property 0xDF00.
package enum FujifilmClientState: Hashable, Sendable {
    /// The body asks its user whether the client may connect.
    case waitsForUser
    /// Remote control.
    case remote
    /// Another number: the body offers files.
    case other(UInt32)

    /// Interprets the property's number.
    package init(_ number: UInt32) {
        self =
            switch number {
            case 0: .waitsForUser
            case 6: .remote
            default: .other(number)
            }
    }

    /// Returns the state in a value of 0xD212; nil if it has none.
    package init?(_ changes: FujifilmChanges) {
        guard let change = changes.changes.last(where: { $0.code == .fujifilmClientState }) else { return nil }
        self.init(change.value)
    }
}

/// Number of 0xDF01 that a client sets.
package enum FujifilmFunction {
    /// Remote control.
    package static let remote: UInt16 = 5
    /// The client leaves.
    package static let end: UInt16 = 6
}

/// Events on networks, whose parameters open programs read differently.
package enum FujifilmEvents {
    /// Returns the handles that an announcement of a file may have, the most probable first: libgphoto2 reads the first parameter, fudge
    /// takes that for a transaction and reads the second one. Empty if neither is a handle.
    package static func handles(_ event: Event) -> [ObjectHandle] {
        var handles: [ObjectHandle] = []
        for index in [1, 0] {
            let handle = ObjectHandle(rawValue: event.parameters[index])
            if handle.isObject, !handles.contains(handle) { handles.append(handle) }
        }
        return handles
    }
}

/// The ObjectInfo of bodies on networks: the sizes have other places than in the standard's dataset (fudge).
package enum FujifilmObjectInfo {
    private static let (thumbnailFormat, size) = (12, 13)

    /// Parses an ObjectInfo, in the standard's form or in that of networks.
    ///
    /// The standard's form has the format of the thumbnail at byte 12, a number from 0x3800 on; the other one the size of the file
    /// at byte 13, where the standard's has 0 unless there is a thumbnail.
    package static func parse(_ bytes: [UInt8]) throws(DatasetError) -> ObjectInfo {
        var info = try ObjectInfo(bytes)
        let format = UInt16(bytes[thumbnailFormat]) | UInt16(bytes[thumbnailFormat + 1]) << 8
        if (0x3800...0x38FF).contains(format) { return info }
        let number = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[size + $1]) << (8 * UInt32($1)) }
        if number > 0 { info.compressedSize = UInt64(number) }
        return info
    }
}
