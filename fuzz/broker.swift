// Messages of a broker: the first byte of the input chooses a command, an answer, a status, or a topic.
// Messages that are accepted are written again, and must be the same.

import BrokerMessages
import JSONText

private func bytes(_ json: JSONValue) -> [UInt8] { Array(json.text(depth: 0).utf8) }

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let payload = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    switch start[0] % 4 {
    case 0:
        guard let command = try? BrokerCommand(payload) else { return 0 }
        guard let again = try? BrokerCommand(bytes(command.json)), again == command else { fatalError("another command") }
        var memory = CommandMemory()
        let first = memory.decide(on: command, isRetained: false, at: command.expires)
        if first == .begin {
            memory.begin(command)
            guard case .repeated = memory.decide(on: again, isRetained: false, at: command.expires) else { fatalError("twice") }
        }
    case 1:
        guard let answer = CommandAnswer(payload) else { return 0 }
        guard CommandAnswer(bytes(answer.json)) == answer else { fatalError("another answer") }
    case 2:
        guard let status = HostStatus(payload) else { return 0 }
        guard let again = HostStatus(bytes(status.json)), again.json == HostStatus(bytes(again.json))?.json else {
            fatalError("another status")
        }
        var rivals = HostRivals(run: "a")
        if let time = status.time { _ = (rivals.take(status, isRetained: false, at: time), rivals.isThere(at: time)) }
    default:
        let topics = BrokerTopics(prefix: "hotshoe")
        guard let host = topics.host(of: String(decoding: payload, as: UTF8.self), "status") else { return 0 }
        guard topics.host(of: topics.status(of: host), "status") == host else { fatalError("another host") }
    }
    return 0
}
