import CameraModel
import PTP
import PTPCanon

/// One property of a body, and where its value is.
struct EOSPropertyRow: Sendable {
    /// Where a value is.
    enum Source: Sendable {
        /// The camera has it.
        case camera(PropertyIdentifier, EOSValueMap)
        /// The body has it and nothing follows from it: what it is at first, and what can be chosen. Text can be any.
        case own(PropertyContent, offered: [PropertyContent])
        /// The body works it out; the host cannot set it in this way.
        case reading(@Sendable (EOSBody, borrowing EOSBody.State) -> PropertyContent?)
    }

    let code: DevicePropCode
    let source: Source
    /// Whether the body says it only when it is asked with RequestDevicePropValue (0x9127).
    var isOnRequest = false

    static func camera(_ code: DevicePropCode, _ property: PropertyIdentifier, _ map: EOSValueMap) -> EOSPropertyRow {
        EOSPropertyRow(code: code, source: .camera(property, map))
    }

    /// A number of the body's own, the first of those that can be chosen where nothing else is said.
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
