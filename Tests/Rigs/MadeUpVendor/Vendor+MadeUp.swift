import CameraModel
package import PTP
package import PTPProperties

// The protocol of a vendor that does not exist, as its driver and its simulated body use it: numbers, names, and values.

extension Vendor {
    package static let madeUp = Vendor(
        "Made",
        usb: [0x1209],
        ptp: VendorExtension(rawValue: 0xACE),
        services: [AnnouncedService("urn:schemas-made-up:service:Control:1", .control)],
        bodies: [.madeUpOne],
        names: { .madeUp },
        properties: { MadeUpProperties.table }
    )
}

extension Vendor.Body {
    package static let madeUpOne = Vendor.Body("made-up-one", model: "Up One", usbProduct: 2)
}

extension VendorNames {
    package static let madeUp = VendorNames(
        operations: """
            90C1 Focus 90C2 EndFocus 90C7 GetEvents 90C8 IsReady 9201 StartLiveView 9202 EndLiveView 9203 GetFrame 9299 StayAwake
            """,
        responses: "A002 OutOfFocus A00B NoFrame",
        properties: "D0A0 Tone D0A1 ShutterCount"
    )
}

package enum MadeUpProperties {
    package static let table = StandardProperties.table.adding(
        [PropertyRow(.madeUpTone, .colorTone, .label(.uint8, ["Neutral": 0, "Vivid": 1]))],
        dependents: [.exposureProgramMode: [.madeUpTone]],
        name: { $0.name(by: .madeUp) }
    )
}

extension OperationCode {
    /// Returns a busy response until focusing or the release is over.
    package static let madeUpIsReady = OperationCode(rawValue: 0x90C8)
    /// Returns the events since the last call: their number, then a code and a parameter each.
    package static let madeUpGetEvents = OperationCode(rawValue: 0x90C7)
    package static let madeUpFocus = OperationCode(rawValue: 0x90C1)
    package static let madeUpEndFocus = OperationCode(rawValue: 0x90C2)
    package static let madeUpStartLiveView = OperationCode(rawValue: 0x9201)
    package static let madeUpEndLiveView = OperationCode(rawValue: 0x9202)
    /// Returns a header of eight bytes, then a JPEG picture.
    package static let madeUpGetFrame = OperationCode(rawValue: 0x9203)
    package static let madeUpStayAwake = OperationCode(rawValue: 0x9299)
}

extension ResponseCode {
    package static let madeUpOutOfFocus = ResponseCode(rawValue: 0xA002)
    package static let madeUpNoFrame = ResponseCode(rawValue: 0xA00B)
}

extension DevicePropCode {
    package static let madeUpTone = DevicePropCode(rawValue: 0xD0A0)
}
