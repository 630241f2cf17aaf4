import PTPCanon

/// What tells one EOS body from another.
struct EOSModel: Sendable {
    /// As the personality is called.
    let name: String
    /// As DeviceInfo has it.
    let model: String
    /// ModelID (0xD116): the number that pictures have in their EXIF as well.
    let modelID: UInt32
    /// OLCInfoVersion (0xD199).
    let olcVersion: UInt32
    /// How wide numbers are in records about objects.
    let recordForm: ObjectRecordForm
    /// Of what type live view's picture is.
    let pictureSegment: LiveViewSegment
    let lensName: String
    /// Whether there is a mirror, which goes up for live view and can be locked there, and a switch between stills and video.
    let hasMirror: Bool
    /// How many files that wait to be fetched its memory has room for.
    let bufferedFiles: Int
    /// Whether the host can fetch parts behind 4 GiB.
    let hasWideOffsets: Bool

    /// A mirrorless body.
    static let r5 = EOSModel(
        name: "canon-eos-r5",
        model: "Canon EOS R5",
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
        name: "canon-eos-80d",
        model: "Canon EOS 80D",
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
