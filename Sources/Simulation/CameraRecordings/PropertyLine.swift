import CameraReports
import PTP

/// A property in the summary of gphoto2: "F-Number(0x5007):(readwrite) (type=0x4) Enumeration [280,320] value: f/2.8 (280)". Pure.
struct PropertyLine {
    let code: DevicePropCode
    /// Response of a camera that did not describe the property; nil if it did.
    private var refusal: ResponseCode?
    private var type: DataType?
    private var isSettable = false
    /// The text between brackets, without line breaks; nil without any.
    private var form: String?
    private var values: [String] = []
    private var isList = false
    private var value = ""
    /// Whether further lines have the values.
    private(set) var isOpen = false

    /// Words for write access, in the languages of gphoto2.
    private static let writing = ["write", "schreib", "écriture", "escritura", "scrittura", "skriv", "zápis"]

    /// Types in the shorter form of a line.
    private static let types: [Substring: DataType] = [
        "u8": .uint8, "i8": .int8, "u16": .uint16, "i16": .int16, "u32": .uint32, "i32": .int32, "u64": .uint64, "i64": .int64,
        "str": .string,
    ]

    /// Parses a line; nil for a text that is no property's.
    init?(_ text: String) {
        guard text.utf8.count < 1 << 20 else { return nil }
        if let short = Self(short: text) { self = short } else { self.init(long: text) }
    }

    /// "F-Number                  (5007 ro u16): Enumeration [280,320] value: f/2.8 (280)", as versions since 2.5.32 write it.
    private init?(short text: String) {
        guard let end = text.after("): ") else { return nil }
        let head = text[..<end.startIndex].dropLast(3)
        guard let open = head.lastIndex(of: "(") else { return nil }
        let words = head[head.index(after: open)...].split(separator: " ")
        guard words.count == 3, words[0].count == 4, let code = UInt32(words[0], radix: 16), words[1] == "rw" || words[1] == "ro",
            let type = Self.types[words[2]]
        else { return nil }
        self.code = DevicePropCode(rawValue: code)
        (isSettable, self.type) = (words[1] == "rw", type)
        readForm(end)
    }

    private init?(long text: String) {
        guard let start = text.after("0x") else { return nil }
        let digits = start.prefix(while: \.isHexDigit)
        guard digits.count == 4, let code = UInt32(digits, radix: 16) else { return nil }
        var rest = start.dropFirst(4)
        if rest.hasPrefix(")") { rest = rest.dropFirst() }
        guard rest.hasPrefix(":") else { return nil }
        self.code = DevicePropCode(rawValue: code)
        rest = rest.dropFirst().drop { $0 == " " }
        guard rest.hasPrefix("(") else {
            guard let refusal = Self.refusal(rest) else { return nil }
            self.refusal = refusal
            return
        }
        guard let end = rest.firstIndex(of: ")") else { return nil }
        let access = rest[..<end].lowercased()
        isSettable = Self.writing.contains { access.after($0) != nil }
        rest = rest[rest.index(after: end)...].drop { $0 == " " }
        if rest.hasPrefix("(type=0x"), let close = rest.firstIndex(of: ")") {
            guard let number = UInt16(rest[..<close].dropFirst("(type=0x".count), radix: 16) else { return nil }
            type = DataType(rawValue: number)
            rest = rest[rest.index(after: close)...].drop { $0 == " " }
        }
        readForm(rest)
    }

    /// "error 200a on query."
    private static func refusal(_ text: Substring) -> ResponseCode? {
        text.split(separator: " ").prefix(4).compactMap { word in
            word.count == 4 && word.allSatisfy(\.isHexDigit) ? UInt16(word, radix: 16).map { ResponseCode(rawValue: $0) } : nil
        }.first
    }

    private mutating func readForm(_ text: Substring) {
        guard let open = text.firstIndex(of: "["), !text.hasPrefix("a["), !text.hasPrefix("'") else {
            value = text.trimmed
            return
        }
        let rest = text[text.index(after: open)...]
        isList = true
        guard let close = rest.firstIndex(of: "]") else {
            isOpen = true
            addValues(rest)
            return
        }
        form = String(rest[..<close])
        setValue(rest[rest.index(after: close)...])
    }

    private mutating func addValues(_ text: some StringProtocol) {
        guard values.count < RecordedCamera.Limits.values, (form?.utf8.count ?? 0) < 1 << 20 else { return }
        if form == nil { form = "" }
        form! += " "
        form! += text
        var text = text.trimmed
        if text.hasSuffix(",") { text.removeLast() }
        text = text.trimmed
        if text.hasPrefix("'"), text.hasSuffix("'"), text.count > 1 { values.append(String(text.dropFirst().dropLast())) }
    }

    /// Processes a further line with values; returns whether it ends them.
    mutating func continueValues(_ text: String) -> Bool {
        guard isOpen else { return true }
        guard text.after("]") != nil else {
            addValues(text)
            return text.isEmpty
        }
        if let end = text.lastIndex(of: "]") {
            addValues(text[..<end])
            setValue(text[text.index(after: end)...])
        }
        isOpen = false
        return true
    }

    /// The text after the form: a word for "value", a colon, and the value.
    private mutating func setValue(_ text: some StringProtocol) {
        guard let colon = text.firstIndex(of: ":") else { return }
        value = text[text.index(after: colon)...].trimmed
    }

    // MARK: The description

    var description: RecordedCamera.Description? {
        if let refusal { return .refused(refusal) }
        let listed = isList && form != nil ? Self.numbers(form!) : []
        let isText = value.hasPrefix("'") || !values.isEmpty
        let type = type ?? StandardTypes.type(of: code, texts: isText ? ["'"] : [Self.number(in: value)] + listed)
        guard let current = current(type) else { return nil }
        return .described(DevicePropDesc(code, isSettable: isSettable, current: current, form: form(type, listed)))
    }

    private func current(_ type: DataType) -> DataValue? {
        if type == .string { return DataValue(Self.unquoted(value), type) }
        if let element = type.elementType {
            let listed = value.split(separator: " ").last ?? ""
            let numbers = listed.split(separator: ",").prefix(4096).compactMap { Int64($0) }
            return IntegerArray(numbers, of: element).map { .array($0) }
        }
        return DataValue(Self.number(in: value), type)
    }

    private func form(_ type: DataType, _ listed: [String]) -> PropForm {
        if !values.isEmpty { return .enumeration(values.compactMap { DataValue($0, type) }) }
        guard isList, let form else { return .none }
        guard form.after(" - ") != nil else { return .enumeration(listed.compactMap { DataValue($0, type) }) }
        let parts = listed.compactMap { DataValue($0, type) }
        return parts.count == 3 ? .range(minimum: parts[0], maximum: parts[1], step: parts[2]) : .none
    }

    /// The numbers of a form: "1,2,3", "0 - 100, step 1".
    private static func numbers(_ text: String) -> [String] {
        text.split { $0 == "," || $0 == " " }.compactMap { Int64($0) == nil && UInt64($0) == nil ? nil : String($0) }
    }

    /// The number of a value: "f/2.8 (280)", "60% (60)", "3".
    private static func number(in text: String) -> String {
        if text.hasSuffix(")"), let open = text.lastIndex(of: "(") {
            let inner = text[text.index(after: open)...].dropLast()
            if Int64(inner) != nil || UInt64(inner) != nil { return String(inner) }
        }
        return text.split(separator: " ").first.map(String.init) ?? ""
    }

    private static func unquoted(_ text: String) -> String {
        text.hasPrefix("'") && text.hasSuffix("'") && text.count > 1 ? String(text.dropFirst().dropLast()) : text
    }
}
