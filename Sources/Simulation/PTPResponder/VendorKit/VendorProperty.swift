import CameraModel
import HotShoeSupport
import PTP

/// A body with properties in a vendor's form.
protocol PropertyBody: VendorBody {
    associatedtype Content: VendorContent
    /// State of the session that computed properties may depend on.
    associatedtype Session

    var camera: Camera { get }
    /// Settings that the camera does not have.
    var settings: BodyMemory { get }
}

/// A property of a body with the source of its value.
struct VendorProperty<Body: PropertyBody>: Sendable {
    /// Source of a value.
    enum Source: Sendable {
        /// A property of the camera, with the conversion of its values.
        case camera(PropertyIdentifier, ValueMap<Body.Content>)
        /// A setting of the body without effect: its initial value and the allowed values.
        case own(Body.Content?, offered: [Body.Content])
        /// A value that the body computes, and the allowed values.
        case reading(@Sendable (Body, borrowing Body.Session) -> Body.Content?, offered: [Body.Content] = [])
    }

    let code: DevicePropCode
    let source: Source
    /// Whether the body reports the property only on request.
    var isOnRequest = false

    static func camera(_ code: DevicePropCode, _ property: PropertyIdentifier, _ map: ValueMap<Body.Content>) -> VendorProperty {
        VendorProperty(code: code, source: .camera(property, map))
    }

    /// Creates a numeric setting of the body; its initial value is the first allowed one unless given.
    static func own(_ code: DevicePropCode, _ offered: [Int64], initially number: Int64? = nil) -> VendorProperty {
        let contents = offered.compactMap { Body.Content(number: $0, of: code) }
        let first = number.flatMap { Body.Content(number: $0, of: code) } ?? contents.first
        return VendorProperty(code: code, source: .own(first, offered: contents))
    }

    /// Creates a computed number.
    static func number(
        _ code: DevicePropCode,
        offered: [Int64] = [],
        _ read: @escaping @Sendable (Body, borrowing Body.Session) -> Int64?
    ) -> VendorProperty {
        VendorProperty(
            code: code,
            source: .reading(
                { body, session in read(body, session).flatMap { Body.Content(number: $0, of: code) } },
                offered: offered.compactMap { Body.Content(number: $0, of: code) }
            )
        )
    }

    /// Creates computed content.
    static func reading(
        _ code: DevicePropCode,
        isOnRequest: Bool = false,
        _ read: @escaping @Sendable (Body, borrowing Body.Session) -> Body.Content?
    ) -> VendorProperty {
        VendorProperty(code: code, source: .reading(read), isOnRequest: isOnRequest)
    }

    /// Returns the present value; nil if there is none.
    func content(_ body: Body, _ session: borrowing Body.Session) -> Body.Content? {
        switch source {
        case .camera(let property, let map): body.camera.property(property).value.flatMap { map.content($0, of: code) }
        case .own(let first, _): body.settings.content(of: code) ?? first
        case .reading(let read, _): read(body, session)
        }
    }

    /// Returns the allowed values; empty if the property cannot be set, or lists none.
    func offered(_ camera: Camera) -> [Body.Content] {
        switch source {
        case .camera(let property, let map): map.offered(camera.property(property).settable, of: code)
        case .own(_, let offered), .reading(_, let offered): offered
        }
    }
}

/// The properties of a body, in the order in which it reports them.
struct VendorPropertyTable<Body: PropertyBody>: Sendable {
    let rows: [VendorProperty<Body>]
    private let byCode: [DevicePropCode: VendorProperty<Body>]
    private let byProperty: [PropertyIdentifier: [VendorProperty<Body>]]

    init(_ rows: [VendorProperty<Body>]) {
        self.rows = rows
        byCode = Dictionary(uniqueKeysWithValues: rows.map { ($0.code, $0) })
        byProperty = Dictionary(grouping: rows) { row in
            if case .camera(let property, _) = row.source {
                property
            } else {
                PropertyIdentifier.vendor(code: UInt32(row.code.rawValue))
            }
        }
    }

    subscript(code: DevicePropCode) -> VendorProperty<Body>? { byCode[code] }

    /// The rows that depend on a property of the camera.
    func rows(of property: PropertyIdentifier) -> [VendorProperty<Body>] { byProperty[property] ?? [] }
}

extension PropertyBody {
    /// Sets a property of the camera; the answer does not wait until the camera reports the value.
    func set(
        _ identifier: PropertyIdentifier,
        _ map: ValueMap<Content>,
        _ code: DevicePropCode,
        _ content: Content
    ) async throws(Refusal) {
        let property = camera.property(identifier)
        guard let value = map.value(content, among: property.settable, of: code) else { throw Refusal(.invalidDevicePropValue) }
        do throws(CameraError) { try await property.set(value) } catch { throw Refusal(error) }
    }
}
