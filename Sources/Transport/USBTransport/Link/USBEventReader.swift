import HotShoeSupport
import PTP

/// Parses events from the data of the interrupt endpoint. Pure.
struct USBEventReader {
    /// A parsed item.
    enum Found: Hashable {
        case event(Event)
        /// Data that is not an event; the device may supply it by a class request.
        case unintelligible
    }

    private var parser = USBContainerParser()

    /// Parses one transfer, which ended with a short packet or was full.
    mutating func parse(_ bytes: RawSpan, isShort: Bool) -> [Found] {
        var found: [Found] = []
        var offset = 0
        do throws(USBContainer.Failure) {
            while offset < bytes.byteCount {
                switch try parser.next(in: bytes.extracting(offset..<bytes.byteCount)) {
                case .incomplete: offset = bytes.byteCount
                case .message(let container, let parameters, let count):
                    found.append(Self.found(container, parameters))
                    offset += count
                case .dataBegan, .payload:
                    parser.reset()
                    return found + [.unintelligible]
                }
            }
        } catch {
            parser.reset()
            return found + [.unintelligible]
        }
        if isShort, case .message(let container, let parameters) = parser.transferEnded() {
            found.append(Self.found(container, parameters))
        }
        return found
    }

    private static func found(_ container: USBContainer, _ parameters: Parameters) -> Found {
        guard container.kind == .event else { return .unintelligible }
        return .event(Event(EventCode(rawValue: container.code), parameters, transaction: container.transaction))
    }
}
