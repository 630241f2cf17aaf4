import PTP
import PTPPanasonic
import PTPProperties

/// Properties that distinguish one Panasonic body from another.
struct PanasonicModel: Sendable {
    /// Names and USB product ID.
    let body: Vendor.Body
    /// The groups of properties, as the body describes them at first.
    let groups: [PanasonicPropertyList]
    /// The sizes of live view; the last one is used at first.
    let liveViewSizes: [PanasonicLiveViewSize]

    /// Panasonic GH5.
    static let gh5 = PanasonicModel(
        body: .panasonicGH5,
        groups: PanasonicDump.groups(dumpOfGH5, alone: [.panasonicQuality]),
        liveViewSizes: sizes
    )

    /// Panasonic S5.
    static let s5 = PanasonicModel(body: .panasonicS5, groups: PanasonicDump.groups(tableOfS5), liveViewSizes: sizes)

    /// The sizes of a dump of a G9.
    private static let sizes = [
        PanasonicLiveViewSize(width: 640, height: 480, frameSize: 0x20, rate: 30),
        PanasonicLiveViewSize(width: 960, height: 720, frameSize: 0x15E, rate: 30),
        PanasonicLiveViewSize(width: 1280, height: 960, frameSize: 0x2BC, rate: 30),
    ]

    /// Returns the group with a number, or with a member of that number as its only one; nil if there is none.
    func group(_ code: DevicePropCode) -> PanasonicPropertyList? {
        if let group = groups.first(where: { $0.group == code }) { return group }
        return groups.lazy.flatMap(\.members).first { $0.code == code }.map { PanasonicPropertyList(code, [$0]) }
    }

    /// Returns a property; nil if there is none.
    func member(_ code: DevicePropCode) -> PanasonicPropertyList.Member? {
        groups.lazy.flatMap(\.members).first { $0.code == code }
    }
}
