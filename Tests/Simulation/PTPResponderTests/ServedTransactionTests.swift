import PTP
import Testing

@testable import PTPResponder

/// The machine of a served client's transactions: each event in each state, and the order of events in an upload.
@Suite struct ServedTransactionTests {
    /// States of the machine, each reached by events.
    enum State: String, CaseIterable {
        case idle
        case awaitingData
        case receiving
        case overflown
        case receivingUpload
        case answeredUpload
        case executing
        case executingUpload
        case incompleteUpload
        case cancelled
        case unknown
    }

    enum Event: String, CaseIterable {
        case request
        case dataBegan
        case data
        case dataEnded
        case otherDataEnded
        case uploadAnswered
        case cancelled
        case otherCancelled
        case responded
    }

    private static let id = TransactionID(rawValue: 7)
    private static let other = TransactionID(rawValue: 9)

    private static func request(_ id: TransactionID = id, upload: Bool = false) -> OperationRequest {
        OperationRequest(upload ? .sendObject : .setDevicePropValue, id)
    }

    private static let big = [UInt8](repeating: 0, count: 70_000)

    /// A machine in a state.
    private static func machine(_ state: State) -> ServedTransaction {
        var machine = ServedTransaction()
        let isUpload = [.receivingUpload, .answeredUpload, .executingUpload, .incompleteUpload].contains(state)
        if state == .idle { return machine }
        if state == .executing || state == .unknown {
            _ = machine.requested(request(), dataFollows: false, streams: false)
            if state == .unknown {
                machine.operationUnknown(id)
                machine.responded()
            }
            return machine
        }
        _ = machine.requested(request(upload: isUpload), dataFollows: true, streams: isUpload)
        if state == .awaitingData { return machine }
        _ = machine.dataBegan(id, announced: state == .incompleteUpload ? 10 : nil)
        _ = use(&machine, state == .overflown ? big : [1, 2], id)
        switch state {
        case .answeredUpload: _ = machine.uploadAnswered(Answer(.storeFull), to: request(upload: true))
        case .executingUpload, .incompleteUpload: _ = machine.dataEnded(id)
        case .cancelled: _ = machine.cancelled(id)
        default: break
        }
        return machine
    }

    private static func use(_ machine: inout ServedTransaction, _ bytes: [UInt8], _ id: TransactionID) -> String {
        let span = bytes.span
        return switch unsafe machine.dataReceived(span.bytes, of: id) {
        case .discarded: "discarded"
        case .stored: "stored"
        case .passOn: "passed on"
        case .violated: "violated"
        }
    }

    private static func words(_ actions: [ServedTransaction.Action]) -> String {
        actions.map { action in
            switch action {
            case .awaitData: "await"
            case .endData: "end"
            case .execute(_, let data): "execute\(data.map { " \($0.count)" } ?? "")"
            case .beginUpload(_, let count): "upload \(count.map { "\($0)" } ?? "?")"
            case .endUpload(let isComplete): isComplete ? "finish" : "fail"
            case .respond(let answer, let request): "respond \(answer.code) to \(request.transaction.rawValue)"
            case .cancel: "cancel"
            case .abort: "abort"
            case .violated: "violated"
            }
        }.joined(separator: ", ")
    }

    /// Processes an event, and returns the actions in words.
    private static func process(_ event: Event, _ machine: inout ServedTransaction) -> String {
        switch event {
        case .request: words(machine.requested(request(other), dataFollows: true, streams: false))
        case .dataBegan: words(machine.dataBegan(id, announced: 5))
        case .data: use(&machine, [1, 2, 3], id)
        case .dataEnded: words(machine.dataEnded(id))
        case .otherDataEnded: words(machine.dataEnded(other))
        case .uploadAnswered: words(machine.uploadAnswered(Answer(.ok), to: request(upload: true)))
        case .cancelled: words(machine.cancelled(id))
        case .otherCancelled: words(machine.cancelled(other))
        case .responded:
            {
                machine.responded()
                return ""
            }()
        }
    }

    /// The actions of each event in each state, in the order of ``Event``.
    private static let table: [State: [String]] = [
        .idle: ["await", "violated", "violated", "violated", "violated", "", "", "", ""],
        .awaitingData: [
            "violated", "", "violated", "violated", "violated", "", "end, abort, respond TransactionCanceled to 7", "", "",
        ],
        .receiving: [
            "violated", "violated", "stored", "end, execute 2", "violated", "", "end, abort, respond TransactionCanceled to 7",
            "",
            "",
        ],
        .overflown: [
            "violated", "violated", "stored", "end, respond InvalidDataSet to 7", "violated", "",
            "end, abort, respond TransactionCanceled to 7", "", "",
        ],
        .receivingUpload: ["violated", "violated", "passed on", "end, finish", "violated", "", "end, abort", "", ""],
        .answeredUpload: [
            "violated", "violated", "passed on", "end, finish, respond StoreFull to 7", "violated", "",
            "end, abort, respond StoreFull to 7", "", "",
        ],
        .executing: ["violated", "violated", "violated", "violated", "violated", "", "end, abort", "", ""],
        .executingUpload: [
            "violated", "violated", "violated", "violated", "violated", "respond OK to 7", "end, abort", "", "",
        ],
        .incompleteUpload: [
            "violated", "violated", "violated", "violated", "violated", "respond IncompleteTransfer to 7", "end, abort", "", "",
        ],
        .cancelled: ["violated", "", "discarded", "", "violated", "", "end, abort", "", ""],
        .unknown: ["await", "", "discarded", "", "violated", "", "", "", ""],
    ]

    @Test(arguments: State.allCases) func `each event in a state has its actions`(_ state: State) throws {
        let row = try #require(Self.table[state])
        try #require(row.count == Event.allCases.count)
        for (event, expected) in zip(Event.allCases, row) {
            var machine = Self.machine(state)
            #expect(Self.process(event, &machine) == expected, "\(event.rawValue) while \(state.rawValue)")
        }
    }

    @Test(arguments: State.allCases) func `after the response every state accepts a request, and nothing of the old one is left`(
        _ state: State
    ) {
        var machine = Self.machine(state)
        machine.responded()
        #expect(machine.current == nil && !machine.isReceiving)
        #expect(Self.process(.request, &machine) == "await")
        #expect(!machine.isCancelled && machine.current?.transaction == Self.other)
        #expect(Self.words(machine.dataBegan(Self.other, announced: 2)) == "")
        #expect(Self.use(&machine, [1, 2], Self.other) == "stored")
        #expect(Self.words(machine.dataEnded(Self.other)) == "end, execute 2")
    }

    @Test func `only a cancellation marks the transaction as cancelled`() {
        for state in State.allCases { #expect(Self.machine(state).isCancelled == (state == .cancelled), "\(state.rawValue)") }
    }

    @Test func `data up to the limit is executed, one more byte is refused`() {
        for (count, expected) in [(65_536, "end, execute 65536"), (65_537, "end, respond InvalidDataSet to 7")] {
            var machine = Self.machine(.awaitingData)
            _ = machine.dataBegan(Self.id, announced: nil)
            #expect(Self.use(&machine, [UInt8](repeating: 1, count: 65_535), Self.id) == "stored")
            #expect(Self.use(&machine, [UInt8](repeating: 1, count: count - 65_535), Self.id) == "stored")
            #expect(Self.words(machine.dataEnded(Self.id)) == expected)
        }
    }

    @Test func `data that ends early is incomplete, in memory and in an upload; its end is accepted once`() {
        for isUpload in [false, true] {
            var machine = ServedTransaction()
            _ = machine.requested(Self.request(upload: isUpload), dataFollows: true, streams: isUpload)
            #expect(Self.words(machine.dataBegan(Self.id, announced: 10)) == (isUpload ? "upload 10" : ""))
            _ = Self.use(&machine, [1], Self.id)
            let end = isUpload ? "end, fail" : "end, respond IncompleteTransfer to 7"
            #expect(Self.words(machine.dataEnded(Self.id)) == end)
            #expect(Self.words(machine.dataEnded(Self.id)) == "violated")
        }
    }

    @Test func `more data than announced is a violation`() {
        var machine = Self.machine(.awaitingData)
        _ = machine.dataBegan(Self.id, announced: 2)
        #expect(Self.use(&machine, [1, 2, 3], Self.id) == "violated")
    }

    @Test func `an upload is answered once, by its own operation, when data and answer are complete`() {
        let (request, other) = (Self.request(upload: true), Self.request(Self.other, upload: true))
        var machine = Self.machine(.receivingUpload)
        #expect(Self.words(machine.uploadAnswered(Answer(.ok), to: other)) == "")
        #expect(Self.words(machine.uploadAnswered(Answer(.ok), to: request)) == "")
        #expect(Self.words(machine.dataEnded(Self.id)) == "end, finish, respond OK to 7")
        #expect(Self.words(machine.uploadAnswered(Answer(.ok), to: request)) == "")
        // The transaction was ended without an answer, and another one has begun.
        machine = Self.machine(.executingUpload)
        machine.responded()
        _ = machine.requested(other, dataFollows: true, streams: true)
        _ = machine.dataBegan(Self.other, announced: nil)
        _ = machine.dataEnded(Self.other)
        #expect(Self.words(machine.uploadAnswered(Answer(.ok), to: request)) == "")
        #expect(Self.words(machine.uploadAnswered(Answer(.ok), to: other)) == "respond OK to 9")
    }

    @Test func `a cancelled upload is answered when its operation has ended`() {
        var machine = Self.machine(.receivingUpload)
        #expect(Self.words(machine.cancelled(Self.id)) == "end, abort")
        #expect(Self.use(&machine, [1], Self.id) == "discarded")
        let request = Self.request(upload: true)
        #expect(Self.words(machine.uploadAnswered(Answer(.generalError), to: request)) == "respond GeneralError to 7")
        #expect(machine.isCancelled)
    }

    @Test func `a cancellation that is faster than its request cancels that request, and no later one`() {
        var machine = ServedTransaction()
        #expect(Self.words(machine.cancelled(Self.id)) == "")
        #expect(Self.words(machine.requested(Self.request(), dataFollows: false, streams: false)) == "execute, cancel")
        #expect(Self.words(machine.cancelled(Self.id)) == "end, abort")
        machine.responded()
        _ = machine.cancelled(Self.id)
        #expect(Self.words(machine.requested(Self.request(Self.other), dataFollows: true, streams: false)) == "await")
        machine.responded()
        #expect(Self.words(machine.requested(Self.request(), dataFollows: false, streams: false)) == "execute")
    }

    @Test func `data after the response to a cancelled or unknown operation is discarded until the next request`() {
        for state in [State.cancelled, .unknown] {
            var machine = Self.machine(state)
            machine.responded()
            #expect(Self.words(machine.dataBegan(Self.id, announced: 1)) == "")
            #expect(Self.use(&machine, [1], Self.id) == "discarded")
            #expect(Self.words(machine.dataEnded(Self.id)) == "")
            _ = machine.requested(Self.request(Self.other), dataFollows: true, streams: false)
            #expect(Self.use(&machine, [1], Self.id) == "violated")
        }
    }

    // MARK: Presence

    @Test func `a client is served after the camera was connected, and leaves once`() {
        var presence = ServedPresence.connecting
        #expect(presence.connected() && !presence.connected() && presence == .served && !presence.isOver)
        #expect(presence.ended() && presence == .over(wasServed: true) && presence.isOver)
        #expect(!presence.ended() && !presence.connected() && presence == .over(wasServed: true))
    }

    @Test func `a client whose link ends before the camera is connected was not served`() {
        var presence = ServedPresence.connecting
        #expect(presence.ended() && presence == .over(wasServed: false))
        #expect(!presence.connected() && presence == .over(wasServed: false))
    }
}
