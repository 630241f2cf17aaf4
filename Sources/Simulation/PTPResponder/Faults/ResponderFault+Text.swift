import PTP

extension ResponderFault: LosslessStringConvertible {
    /// Text form `KIND[=VALUE][@OPERATION][*COUNT]`, such as "no-response@get-object-info", "truncate=10*3", "event-refused*2".
    public var description: String {
        var text = kindText
        if let operation { text += "@\(Self.name(operation))" }
        return count == 1 ? text : text + "*\(count)"
    }

    /// Parses the text form of ``description``; returns nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count <= 1024 else { return nil }
        var rest = text[...]
        var count = 1
        if let star = rest.lastIndex(of: "*"), let number = Int(rest[rest.index(after: star)...]) {
            guard (1...1_000_000).contains(number) else { return nil }
            count = number
            rest = rest[..<star]
        }
        var operation: OperationCode?
        if let at = rest.lastIndex(of: "@") {
            guard let found = Self.operation(String(rest[rest.index(after: at)...])) else { return nil }
            operation = found
            rest = rest[..<at]
        }
        let parts = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let kind = Self.kind(parts[0], parts.count > 1 ? parts[1] : nil) else { return nil }
        self.init(kind, at: operation, count: count)
    }

    /// Kinds without a value, by name.
    private static let plain: [(name: String, kind: Kind)] = [
        ("event-refused", .eventRefused), ("no-response", .noResponse), ("data-twice", .dataTwice), ("stale-id", .staleID),
        ("future-id", .futureID), ("cancel", .cancel), ("end-without-start", .endWithoutStart), ("empty-data", .emptyData),
        ("bytewise", .bytewise), ("probe", .probe), ("parent-loop", .parentLoop), ("empty-device-info", .emptyDeviceInfo),
        ("body-hang", .bodyHang), ("unpaired", .unpaired),
    ]

    /// Kinds without a value that apply to USB only.
    private static let plainOnUSB: [(name: String, kind: Kind)] = [
        ("no-empty-packet", .noEmptyPacket), ("extra-empty-packet", .extraEmptyPacket), ("split-header", .splitHeader),
        ("joined", .joined), ("split-event", .splitEvent),
    ]

    /// Names of the kinds that apply to USB only, in the form of ``kindNames``.
    public static var usbKindNames: [String] {
        plainOnUSB.map(\.name) + [
            "halt=PHASE", "short-packet=100", "container-type=9", "container-code=0x1001", "event-bytes=HEX", "descriptors=FAULT",
        ]
    }

    /// Names of the kinds for help texts; kinds with a value have an example value.
    public static var kindNames: [String] {
        plain.map(\.name) + [
            "init-fail=1", "close=STAGE", "stall=STAGE", "response=0x2002", "parameters=6", "truncate=10", "replace=8:FFFFFFFF",
            "data=HEX", "append=HEX", "packet-length=4", "packet-type=99", "announce=10", "late=500ms", "events=10000",
            "event=0xC999", "handles=0x0,0xFFFFFFFF", "many-handles=100000", "file-name=TEXT", "object-size=0xFFFFFFFF",
        ]
    }

    /// Values of `close` and `stall`.
    public static var stageNames: [String] { Stage.allCases.map(\.rawValue) }

    /// Values of `halt`.
    public static var haltPhaseNames: [String] { HaltPhase.allCases.map(\.rawValue) }

    /// Values of `descriptors`.
    public static var descriptorFaultNames: [String] { USBDescriptorFault.allCases.map(\.rawValue) }

    /// Names of the operations for the text form.
    public static var operationNames: [String] {
        OperationCode.names.keys.sorted().map { name(OperationCode(rawValue: $0)) }
    }

    private static func kind(_ name: String, _ value: String?) -> Kind? {
        guard let value else { return (plain + plainOnUSB).first { $0.name == name }?.kind }
        switch name {
        case "init-fail": return number(value).map { .initFail($0) }
        case "close": return Stage(rawValue: value).map { .close($0) }
        case "stall": return Stage(rawValue: value).map { .stall($0) }
        case "response": return number(value).map { .response(ResponseCode(rawValue: $0)) }
        case "parameters": return bounded(value, 240).map { .parameters($0) }
        case "truncate": return bounded(value, .max).map { .truncate($0) }
        case "replace":
            let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2, let offset = bounded(parts[0], .max), let bytes = bytes(parts[1]) else { return nil }
            return .replace(offset: offset, bytes: bytes)
        case "data": return bytes(value).map { .data($0) }
        case "append": return bytes(value).map { .append($0) }
        case "packet-length": return number(value).map { .packetLength($0) }
        case "packet-type": return number(value).map { .packetType($0) }
        case "announce": return value == "unknown" ? .announce(nil) : number(value).map { .announce($0) }
        case "late": return duration(value).map { .delay($0) }
        case "events": return bounded(value, 1_000_000).map { .events($0) }
        case "event": return number(value).map { .event($0) }
        case "handles":
            let numbers = value.split(separator: ",").map { number(String($0), as: UInt32.self) }
            return numbers.contains(nil) || numbers.isEmpty ? nil : .handles(numbers.compactMap { $0 })
        case "many-handles": return bounded(value, 1_000_000).map { .manyHandles($0) }
        case "file-name": return .fileName(unescaped(value))
        case "object-size": return number(value).map { .objectSize($0) }
        case "halt": return HaltPhase(rawValue: value).map { .halt($0) }
        case "short-packet": return bounded(value, .max).map { .shortPacket($0) }
        case "container-type": return number(value).map { .containerType($0) }
        case "container-code": return number(value).map { .containerCode($0) }
        case "event-bytes": return bytes(value).map { .eventBytes($0) }
        case "descriptors": return USBDescriptorFault(rawValue: value).map { .descriptors($0) }
        default: return nil
        }
    }

    private var kindText: String {
        switch kind {
        case .initFail(let reason): "init-fail=\(reason)"
        case .close(let stage): "close=\(stage.rawValue)"
        case .stall(let stage): "stall=\(stage.rawValue)"
        case .response(let code): "response=\(code.hexadecimal)"
        case .parameters(let count): "parameters=\(count)"
        case .truncate(let count): "truncate=\(count)"
        case .replace(let offset, let bytes): "replace=\(offset):\(Self.hexadecimal(bytes))"
        case .data(let bytes): "data=\(Self.hexadecimal(bytes))"
        case .append(let bytes): "append=\(Self.hexadecimal(bytes))"
        case .packetLength(let length): "packet-length=\(length)"
        case .packetType(let number): "packet-type=\(number)"
        case .announce(let total): "announce=\(total.map(String.init) ?? "unknown")"
        case .delay(let time): "late=\(Self.text(time))"
        case .events(let count): "events=\(count)"
        case .event(let code): "event=\(EventCode(rawValue: code).hexadecimal)"
        case .handles(let numbers): "handles=\(numbers.map(String.init).joined(separator: ","))"
        case .manyHandles(let count): "many-handles=\(count)"
        case .fileName(let name): "file-name=\(Self.escaped(name))"
        case .objectSize(let size): "object-size=\(size)"
        case .halt(let phase): "halt=\(phase.rawValue)"
        case .shortPacket(let count): "short-packet=\(count)"
        case .containerType(let number): "container-type=\(number)"
        case .containerCode(let code): "container-code=\(OperationCode(rawValue: code).hexadecimal)"
        case .eventBytes(let bytes): "event-bytes=\(Self.hexadecimal(bytes))"
        case .descriptors(let fault): "descriptors=\(fault.rawValue)"
        default: (Self.plain + Self.plainOnUSB).first { $0.kind == kind }?.name ?? ""
        }
    }

    // MARK: Operations

    /// Returns "get-object-info" for "GetObjectInfo"; the hexadecimal number for an operation without a name.
    static func name(_ operation: OperationCode) -> String {
        guard let name = operation.name else { return operation.hexadecimal }
        var text = ""
        var follows = false
        for letter in name {
            if letter.isUppercase && follows { text += "-" }
            text += letter.lowercased()
            follows = letter.isLowercase
        }
        return text
    }

    private static let operations = Dictionary(
        OperationCode.names.keys.map { (name(OperationCode(rawValue: $0)), OperationCode(rawValue: $0)) },
        uniquingKeysWith: { first, _ in first }
    )

    private static func operation(_ text: String) -> OperationCode? {
        operations[text] ?? (text.hasPrefix("0x") ? number(text).map { OperationCode(rawValue: $0) } : nil)
    }

    // MARK: Values

    /// Parses a decimal number, or a hexadecimal one after "0x".
    private static func number<Number: FixedWidthInteger>(_ text: String, as type: Number.Type = Number.self) -> Number? {
        guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }) else { return nil }
        return text.hasPrefix("0x") ? Number(text.dropFirst(2), radix: 16) : Number(text)
    }

    private static func bounded(_ text: String, _ limit: Int) -> Int? {
        number(text).flatMap { (0...limit).contains($0) ? $0 : nil }
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    private static func text(_ time: Duration) -> String {
        let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }

    /// Parses a duration such as "3s" or "250ms", up to a day.
    private static func duration(_ text: String) -> Duration? {
        let isMilliseconds = text.hasSuffix("ms")
        guard text.hasSuffix("s"), let number = Double(text.dropLast(isMilliseconds ? 2 : 1)), number >= 0, number.isFinite else {
            return nil
        }
        let seconds = isMilliseconds ? number / 1000 : number
        return seconds <= 86_400 ? .milliseconds(Int64((seconds * 1000).rounded())) : nil
    }

    /// `\0` for a NUL, `\n` for a line break, `\\` for a backslash, `\a` for "@" and `\s` for "*".
    private static let escapes: [(letter: Character, meaning: Character)] = [
        ("0", "\0"), ("n", "\n"), ("\\", "\\"), ("a", "@"), ("s", "*"),
    ]

    private static func unescaped(_ text: String) -> String {
        var (result, isEscaped) = ("", false)
        for letter in text {
            if isEscaped {
                result.append(escapes.first { $0.letter == letter }?.meaning ?? letter)
                isEscaped = false
            } else if letter == "\\" {
                isEscaped = true
            } else {
                result.append(letter)
            }
        }
        return result
    }

    private static func escaped(_ text: String) -> String {
        String(text.flatMap { letter in escapes.first { $0.meaning == letter }.map { ["\\", $0.letter] } ?? [letter] })
    }
}
