import PTP
import PTPPanasonic

/// Properties in the notation of the dumps; see `PanasonicModel+Dumps.swift`. Pure.
enum PanasonicDump {
    /// The groups of a text, in its order. A line is an element of a property: number, data type, present value, allowed values. Lines with the same
    /// number are elements of one property. Properties of `alone` are their own groups. Lines that are no property are left out.
    static func groups(_ text: String, alone: Set<DevicePropCode> = []) -> [PanasonicPropertyList] {
        var members: [PanasonicPropertyList.Member] = []
        for (code, content) in text.split(separator: "\n").compactMap({ element($0) }) {
            if members.last?.code != code { members.append(.init(code, [])) }
            let index = members[members.count - 1].elements.count + 1
            members[members.count - 1].elements.append(PanasonicElement(UInt32(index), content))
        }
        var groups: [(DevicePropCode, [PanasonicPropertyList.Member])] = []
        for member in members {
            let group = alone.contains(member.code) ? member.code : member.code.panasonicGroup
            if groups.last?.0 != group { groups.append((group, [])) }
            groups[groups.count - 1].1.append(member)
        }
        return groups.map { PanasonicPropertyList($0, $1) }
    }

    private static func element(_ line: Substring) -> (DevicePropCode, PanasonicElement.Content)? {
        let words = line.split(separator: " ")
        guard words.count == 4, let code = UInt32(words[0], radix: 16) else { return nil }
        let type: IntegerDataType = words[1] == "u32" ? .uint32 : .uint16
        func values(_ text: Substring) -> [DataValue] {
            text.split { ",./".contains($0) }.compactMap { UInt32($0, radix: 16) }.compactMap { .integer($0, as: type) }
        }
        guard let current = values(words[2]).first else { return nil }
        let listed = values(words[3].dropFirst().dropLast())
        switch words[3].first {
        case "{": return (DevicePropCode(rawValue: code), .number(current, .enumeration(listed)))
        case "[":
            guard listed.count == 3 else { return nil }
            let form = PropForm.range(minimum: listed[0], maximum: listed[1], step: listed[2])
            return (DevicePropCode(rawValue: code), .number(current, form))
        default: return (DevicePropCode(rawValue: code), .number(current, .none))
        }
    }
}
