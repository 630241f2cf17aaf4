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
    /// The files on the card, of a body without remote control.
    package static let gallery: UInt16 = 2
    /// Remote control.
    package static let remote: UInt16 = 5
    /// The client leaves.
    package static let end: UInt16 = 6
    /// The files on the card, of a body with remote control.
    package static let remoteGallery: UInt16 = 11
}

/// What a body on a network offers, by its state and the versions that it reports.
package struct FujifilmNetworkMode: Hashable, Sendable {
    /// Whether it has remote control.
    package let isRemote: Bool
    /// Number of 0xDF01 that shows the files on its card; nil if it does not offer them.
    package let gallery: UInt16?
    /// Version of browsing that the client sets: fudge sets 5 during remote control, whatever a body reports.
    package static let remoteGalleryVersion: UInt32 = 5

    /// Interprets the versions as 0xDF24 and 0xDF25 have them: no bytes if the body does not have the function. A body that reports
    /// neither of them nor a state that offers files has remote control.
    package init(state: FujifilmClientState?, remoteVersion: [UInt8]?, remoteGalleryVersion: [UInt8]?) {
        let isOffered = if case .other? = state { true } else { false }
        isRemote = state == .remote || remoteVersion.map { !$0.isEmpty } ?? !isOffered
        gallery =
            !isRemote
            ? FujifilmFunction.gallery
            : remoteGalleryVersion.map { $0.count == 4 && $0 != [0, 0, 0, 0] } == true ? FujifilmFunction.remoteGallery : nil
    }
}

/// The files on a card as bodies on networks number them: from 1 on (fudge).
package enum FujifilmGalleryFiles {
    /// Returns their number in a value of 0xD212; nil if it has none.
    package static func count(in changes: FujifilmChanges) -> UInt32? {
        let codes: [DevicePropCode] = [.fujifilmObjectCount, .fujifilmObjectCount2]
        return codes.lazy.compactMap { code in changes.changes.last { $0.code == code }?.value }.first
    }
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

/// The ObjectInfo of bodies on networks: numbers have other places than in the standard's dataset (fudge). Texts are where the standard
/// has them.
package enum FujifilmObjectInfo {
    /// Maximum size of a piece in bytes, which bodies report at byte 8.
    package static let largestPiece: UInt64 = 1 << 20

    private static let (thumbnailFormat, size, width, height, parent) = (12, 13, 22, 26, 34)

    /// Parses an ObjectInfo, in the standard's form or in that of networks.
    ///
    /// The form of networks has the limit of a piece at byte 8, where the standard's has the size, and the size of the file at byte 13.
    /// For a body with another limit, the standard's form is recognised by the format of the thumbnail at byte 12, a number from 0x3801
    /// on, or 0 there and after it. A size whose last byte is 0x38 looks like such a number, so that the limit decides first.
    package static func parse(_ bytes: [UInt8]) throws(DatasetError) -> ObjectInfo {
        var info = try ObjectInfo(bytes)
        let isOfNetworks = info.compressedSize == largestPiece
        let format = UInt16(bytes[thumbnailFormat]) | UInt16(bytes[thumbnailFormat + 1]) << 8
        let number = number(bytes, size)
        if !isOfNetworks, (0x3801...0x38FF).contains(format) || number == 0 { return info }
        // A size of 0 is one that the body does not report yet.
        info.compressedSize = UInt64(number)
        (info.imagePixelWidth, info.imagePixelHeight) = (Self.number(bytes, width), Self.number(bytes, height))
        info.parent = ObjectHandle(rawValue: Self.number(bytes, parent))
        return info
    }

    private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
    }

    /// Encodes an ObjectInfo in the form of networks. A file of 4 GiB or more has the largest size.
    package static func encoded(_ info: ObjectInfo) throws(DatasetError) -> [UInt8] {
        var bytes = try info.encoded()
        for index in thumbnailFormat..<52 { bytes[index] = 0 }
        let numbers = [
            (8, UInt32(largestPiece)), (size, UInt32(clamping: info.compressedSize ?? 0)), (width, info.imagePixelWidth),
            (height, info.imagePixelHeight), (parent, info.parent.rawValue),
        ]
        for (offset, number) in numbers {
            for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt32(index))) }
        }
        return bytes
    }
}
