// Descriptions of properties, also those with codes of 32 bits (GetDevicePropDescEx 0x943A), values (GetDevicePropValueEx 0x943B) and the
// number for pairing (0x952B): the first byte of the input chooses. Whatever the bytes are, they are read without a trap; a number that
// has a meaning keeps it, and one without a meaning survives.

import CameraModel
import PTP
import PTPNikon
import PTPProperties

private func check(_ value: DataValue, _ coding: ValueCoding) {
    guard let number = value.integer() as Int64? else { return }
    _ = coding.label(number)
    if case .table(let table) = coding {
        guard let same = DataValue.integer(number, as: table.type) else { return }
        precondition(coding.encode(table.value(number)) == same, "\(number) is another number")
    }
    guard let common = coding.decode(value), let again = coding.encode(PropertyValue(common, code: number)) else { return }
    precondition(coding.decode(again) == common, "\(number) is \(common), and then something else")
}

private func check(_ desc: DevicePropDesc) {
    guard let row = NikonProperties.table[desc.code] else { return }
    let coding = row.variant(desc) ?? row.coding
    guard coding.type == desc.type else { return }
    check(desc.current, coding)
    check(desc.factoryDefault, coding)
    switch desc.form {
    case .enumeration(let values): for value in values.prefix(256) { check(value, coding) }
    case .range(let minimum, let maximum, let step): for value in [minimum, maximum, step] { check(value, coding) }
    default: break
    }
}

/// Returns the bytes of a description; nil if it has a text of 255 units without a NUL, which is read, but of which the standard allows
/// only 254 to be written.
private func encoded(_ encode: () throws(DatasetError) -> [UInt8]) -> [UInt8]? {
    do throws(DatasetError) { return try encode() } catch {
        guard case .textNotEncodable(utf16Count: 255) = error.reason else { preconditionFailure("\(error)") }
        return nil
    }
}

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    switch start[0] % 4 {
    case 0:
        guard let desc = try? DevicePropDesc(bytes) else { return 0 }
        if let again = encoded(desc.encoded) { precondition((try? DevicePropDesc(again)) == desc) }
        check(desc)
    case 1:
        guard let wide = try? WideDevicePropDesc(bytes) else { return 0 }
        if let again = encoded(wide.encoded) { precondition((try? WideDevicePropDesc(again)) == wide) }
        check(wide.desc)
    case 2:
        let span = bytes.span
        var reader = DatasetReader(span.bytes)
        guard let number = try? reader.integer("Code", as: UInt32.self),
            let row = NikonProperties.table[DevicePropCode(rawValue: number)],
            let value = try? DataValue(&reader, type: row.coding.type, "Value")
        else { return 0 }
        check(value, row.coding)
    default:
        guard let number = PairingNumber(bytes) else { return 0 }
        precondition(number.text.utf8.count == PairingNumber.digits && Int(number.text) != nil)
        precondition(PairingNumber(number.bytes) == number)
    }
    return 0
}
