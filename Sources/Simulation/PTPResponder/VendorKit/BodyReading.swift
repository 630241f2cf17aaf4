package import PTP

/// A property in the standard's form (DevicePropDesc) that a vendor's body computes, and that cannot be set.
///
/// The device answers the standard's operations on properties for it.
package struct BodyReading: Sendable {
    let code: DevicePropCode
    private let type: IntegerDataType
    private let read: @Sendable (any VendorBody) -> Int64?

    /// Creates a number that a body computes; numbers that the type cannot have are 0.
    package init<Body: VendorBody>(
        _ code: DevicePropCode,
        _ type: IntegerDataType,
        of body: Body.Type,
        _ read: @escaping @Sendable (Body) -> Int64
    ) {
        (self.code, self.type) = (code, type)
        self.read = { ($0 as? Body).map(read) }
    }

    func value(_ body: (any VendorBody)?) -> DataValue {
        body.flatMap(read).flatMap { .integer($0, as: type) } ?? .integer(0, as: type)!
    }

    func description(_ body: (any VendorBody)?) -> DevicePropDesc {
        DevicePropDesc(code, isSettable: false, factoryDefault: nil, current: value(body), form: .none)
    }
}
