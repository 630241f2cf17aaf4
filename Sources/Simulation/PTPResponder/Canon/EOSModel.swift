import PTPCanon
import PTPProperties

/// Properties that distinguish one EOS body from another.
struct EOSModel: Sendable {
    /// Names and USB product ID.
    let body: Vendor.Body
    /// ModelID (0xD116): also stored in the EXIF data of pictures.
    let modelID: UInt32
    /// OLCInfoVersion (0xD199).
    let olcVersion: UInt32
    /// Width of the numbers in object records.
    let recordForm: ObjectRecordForm
    /// Segment type of the live view picture.
    let pictureSegment: LiveViewSegment
    let lensName: String
    /// Whether the body has a mirror, which is raised for live view and supports lock-up, and a switch between stills and video.
    let hasMirror: Bool
    /// Maximum number of files in memory that wait for transfer.
    let bufferedFiles: Int
    /// Whether the initiator can fetch data beyond 4 GiB.
    let hasWideOffsets: Bool

    /// A mirrorless body.
    static let r5 = EOSModel(
        body: .canonEOSR5,
        modelID: 0x8000_0421,
        olcVersion: 0x12,
        recordForm: .wide,
        pictureSegment: .newPicture,
        lensName: "RF35mm F2.8",
        hasMirror: false,
        bufferedFiles: 8,
        hasWideOffsets: true
    )

    /// A body with a mirror.
    static let d80 = EOSModel(
        body: .canonEOS80D,
        modelID: 0x8000_0350,
        olcVersion: 8,
        recordForm: .short,
        pictureSegment: .picture,
        lensName: "EF35mm f/2.8",
        hasMirror: true,
        bufferedFiles: 4,
        hasWideOffsets: false
    )
}
