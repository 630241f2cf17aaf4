import CameraModel
import PTP
import PTPCanon

/// A property of a body with the source of its value.
struct EOSPropertyRow: Sendable {
    /// Source of a value.
    enum Source: Sendable {
        /// A property of the camera, with the conversion of its values.
        case camera(PropertyIdentifier, EOSValueMap)
        /// A setting of the body without effect: its initial value and the allowed values. A text may have any value.
        case own(PropertyContent, offered: [PropertyContent])
        /// A value that the body computes; it has no list of allowed values here.
        case reading(@Sendable (EOSBody, borrowing EOSBody.State) -> PropertyContent?)
    }

    let code: DevicePropCode
    let source: Source
    /// Whether the body reports the property only after RequestDevicePropValue (0x9127).
    var isOnRequest = false

    static func camera(_ code: DevicePropCode, _ property: PropertyIdentifier, _ map: EOSValueMap) -> EOSPropertyRow {
        EOSPropertyRow(code: code, source: .camera(property, map))
    }

    /// Creates a numeric setting of the body; its initial value is the first allowed one unless given.
    static func own(_ code: DevicePropCode, _ offered: [Int64], initially number: Int64? = nil) -> EOSPropertyRow {
        let contents = offered.compactMap { PropertyContent(number: $0, of: code) }
        let first = number.flatMap { PropertyContent(number: $0, of: code) } ?? contents.first ?? .bytes([])
        return EOSPropertyRow(code: code, source: .own(first, offered: contents))
    }

    static func text(_ code: DevicePropCode) -> EOSPropertyRow {
        EOSPropertyRow(code: code, source: .own(.text(""), offered: []), isOnRequest: true)
    }

    static func number(
        _ code: DevicePropCode,
        _ read: @escaping @Sendable (EOSBody, borrowing EOSBody.State) -> Int64?
    ) -> EOSPropertyRow {
        EOSPropertyRow(
            code: code,
            source: .reading { body, state in read(body, state).flatMap { PropertyContent(number: $0, of: code) } }
        )
    }

    static func reading(
        _ code: DevicePropCode,
        isOnRequest: Bool = false,
        _ read: @escaping @Sendable (EOSBody, borrowing EOSBody.State) -> PropertyContent?
    ) -> EOSPropertyRow {
        EOSPropertyRow(code: code, source: .reading(read), isOnRequest: isOnRequest)
    }
}
