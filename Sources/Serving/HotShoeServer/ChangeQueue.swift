import CameraMessages
import HotShoe

/// What one client has not received yet of a camera's reports. Pure.
///
/// States replace earlier reports of the same state, so that a client that reads slowly receives the present one; but not across a change of
/// the connection. Reports of files are kept in their order.
struct ChangeQueue {
    private enum Key: Hashable {
        case capabilities
        case categories
        case property(PropertyIdentifier)
        case focus
        case autoExposure
        case recording
        case storages
        case name
        case question
    }

    private var messages: [CameraMessage] = []
    /// The positions of the states since the last change of the connection.
    private var positions: [Key: Int] = [:]
    private var eventCount = 0

    /// Maximum number of reports that do not replace one another: a client that is further behind is disconnected, and begins again.
    static let eventLimit = 20_000

    /// Whether there is nothing to receive.
    var isEmpty: Bool { messages.isEmpty }

    /// Whether the client is so far behind that reports were lost.
    var isOverflown: Bool { eventCount > Self.eventLimit }

    mutating func add(_ message: CameraMessage) {
        guard !isOverflown else { return }
        switch Self.key(message) {
        case let key?:
            if let position = positions[key] {
                messages[position] = message
            } else {
                positions[key] = messages.count
                messages.append(message)
            }
        case nil:
            eventCount += 1
            if case .connection = message { positions = [:] }
            messages.append(message)
        }
    }

    /// Takes all messages.
    mutating func take() -> [CameraMessage] {
        if isOverflown { return [] }
        defer { self = ChangeQueue() }
        return messages
    }

    private static func key(_ message: CameraMessage) -> Key? {
        switch message {
        case .connection, .identity, .complete, .liveViewEnded: nil
        case .question: .question
        case .update(let update):
            switch update {
            case .capabilities: .capabilities
            case .categories: .categories
            case .property(let state): .property(state.identifier)
            case .focus: .focus
            case .autoExposure: .autoExposure
            case .recording: .recording
            case .storages: .storages
            case .name: .name
            case .itemAdded, .itemChanged, .itemRemoved, .itemUnreadable, .transferOffered, .transferWithdrawn, .notice: nil
            }
        }
    }
}
