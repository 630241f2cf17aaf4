import PTP
import PTPProperties
import PTPSony

/// Properties that distinguish one Sony body from another.
struct SonyModel: Sendable {
    /// Names and USB product ID.
    let body: Vendor.Body
    /// The newest version of the extension that the body speaks; it speaks 2.00 with initiators that ask for that.
    let newest: SonyVersion
    /// The properties, by version.
    private let records: [SonyVersion: [SonyPropertyRecord]]
    /// Capacity of the buffer, in pictures.
    let bufferedPictures: Int
    /// Whether the lens has a motor for its zoom.
    var hasMotorZoom = false
    /// Whether enumerations are followed by the values that can be set, as on bodies since 2024.
    var hasSecondLists = false

    /// Sony α7 IV: version 3.
    static let a7iv = SonyModel(
        body: .sonyA7IV,
        newest: .v3,
        records: [.v2: SonyDump.records(dumpOfA7RIII), .v3: SonyDump.records(dumpOfA7V)],
        bufferedPictures: 16
    )

    /// Sony α7R III: version 2.
    static let a7riii = SonyModel(
        body: .sonyA7RIII,
        newest: .v2,
        records: [.v2: SonyDump.records(dumpOfA7RIII)],
        bufferedPictures: 8
    )

    /// The version that the body uses with an initiator that asks for another.
    func version(askedFor version: SonyVersion) -> SonyVersion { newest == .v3 ? version : .v2 }

    /// The properties in a version, as the body describes them at first.
    func properties(_ version: SonyVersion) -> [SonyPropertyRecord] { records[version] ?? records[.v2] ?? [] }
}
