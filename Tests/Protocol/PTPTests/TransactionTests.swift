import PTP
import Testing

@Suite struct InitiatorTransactionTests {
    private let id = TransactionID(rawValue: 5)

    /// An event of the transaction.
    enum Step: CaseIterable { case begin, data, end, response }

    private func apply(_ step: Step, _ machine: inout InitiatorTransaction, _ id: TransactionID) throws(TransactionError)
        -> InitiatorTransaction.Action
    {
        switch step {
        case .begin: try machine.dataBegan(id, announced: 3)
        case .data: try machine.dataReceived(id, byteCount: 3)
        case .end: try machine.dataEnded(id)
        case .response: try machine.responded(OperationResponse(.ok, id))
        }
    }

    @Test func `data arrives, then the response`() throws {
        var machine = InitiatorTransaction(id, .dataIn)
        #expect(try machine.dataBegan(id, announced: 4) == .proceed)
        #expect(try machine.dataReceived(id, byteCount: 4) == .deliver)
        #expect(try machine.dataEnded(id) == .proceed)
        #expect(try machine.responded(OperationResponse(.ok, id, [7])) == .finish(OperationResponse(.ok, id, [7])))
        #expect(machine.isFinished)
    }

    @Test func `of every sequence of four steps, those in order succeed and no other`() {
        for phase in [DataPhase.none, .dataIn, .dataOut] {
            for sequence in Self.sequences(4) {
                var machine = InitiatorTransaction(id, phase)
                var history: [Step] = []
                for step in sequence {
                    let isAllowed = Self.isAllowed(step, after: history, phase)
                    do throws(TransactionError) {
                        let action = try apply(step, &machine, id)
                        if history.contains(.response) {
                            #expect(action == .drop)
                        } else {
                            #expect(isAllowed, "\(step) after \(history), \(phase)")
                        }
                    } catch {
                        #expect(!isAllowed, "\(step) after \(history), \(phase): \(error)")
                        break
                    }
                    history.append(step)
                }
            }
        }
    }

    private static func sequences(_ length: Int) -> [[Step]] {
        length == 0 ? [[]] : sequences(length - 1).flatMap { rest in Step.allCases.map { rest + [$0] } }
    }

    private static func isAllowed(_ step: Step, after history: [Step], _ phase: DataPhase) -> Bool {
        if history.contains(.response) { return true }
        switch step {
        case .begin: return phase == .dataIn && history.isEmpty
        case .data: return phase == .dataIn && history == [.begin]
        case .end: return phase == .dataIn && history == [.begin, .data]
        case .response: return history.isEmpty || history.last == .end
        }
    }

    @Test func `answers to older transactions are dropped in every state`() throws {
        let old = TransactionID(rawValue: 4)
        for prefix in [[], [Step.begin], [.begin, .data], [.begin, .data, .end]] {
            for step in Step.allCases {
                var machine = InitiatorTransaction(id, .dataIn)
                for earlier in prefix { _ = try apply(earlier, &machine, id) }
                #expect(try apply(step, &machine, old) == .drop)
            }
        }
    }

    @Test func `an answer from the future is an error, and the link is out of step`() {
        var machine = InitiatorTransaction(id, .dataIn)
        #expect(throws: TransactionError.futureTransaction(TransactionID(rawValue: 6))) {
            try machine.responded(OperationResponse(.ok, TransactionID(rawValue: 6)))
        }
        #expect(!TransactionError.futureTransaction(id).isInStep)
    }

    @Test func `less data than announced breaks the transaction, not the link`() throws {
        var machine = InitiatorTransaction(id, .dataIn)
        _ = try machine.dataBegan(id, announced: 4)
        _ = try machine.dataReceived(id, byteCount: 3)
        let error = #expect(throws: TransactionError.dataEndsEarly(announced: 4, received: 3)) { try machine.dataEnded(id) }
        #expect(error?.isInStep == true)
        #expect(
            try machine.responded(OperationResponse(.incompleteTransfer, id))
                == .finish(OperationResponse(.incompleteTransfer, id))
        )
    }

    @Test func `a response may arrive amid the data of a cancelled transaction only`() throws {
        let id = TransactionID(rawValue: 5)
        var machine = InitiatorTransaction(id, .dataIn)
        let response = OperationResponse(.transactionCanceled, id)
        var early = machine
        let isCut = early.cancelled(id)
        #expect(!isCut, "there is nothing to cut")
        _ = try machine.dataBegan(id, announced: 10)
        let isOther = machine.cancelled(id.next)
        #expect(!isOther)
        var other = machine
        #expect(throws: TransactionError.responseDuringData) { try other.responded(response) }
        let isThis = machine.cancelled(id)
        #expect(isThis)
        var goingOn = machine
        #expect(try goingOn.dataReceived(id, byteCount: 10) == .deliver)
        #expect(try goingOn.dataEnded(id) == .proceed)
        #expect(try machine.responded(response) == .finish(response))
    }

    @Test func `a response is handed on with the number of its transaction`() throws {
        var machine = InitiatorTransaction(TransactionID(rawValue: 5), .none)
        let action = try machine.responded(OperationResponse(.ok, .session, [3]))
        #expect(action == .finish(OperationResponse(.ok, TransactionID(rawValue: 5), [3])))
    }

    @Test func `outside a session everything with a number is of an earlier session, and dropped`() throws {
        for number in [1, 57, 0x8000_0000, 0xFFFF_FFFE] as [UInt32] {
            for step in Step.allCases {
                var machine = InitiatorTransaction(.session, .dataIn)
                #expect(try apply(step, &machine, TransactionID(rawValue: number)) == .drop)
                #expect(try apply(.begin, &machine, .session) == .proceed)
            }
        }
    }

    @Test func `data without a number is of this transaction, as its response is`() throws {
        var machine = InitiatorTransaction(id, .dataIn)
        #expect(try apply(.begin, &machine, .session) == .proceed)
        #expect(try apply(.data, &machine, .session) == .deliver)
        #expect(try apply(.end, &machine, .session) == .proceed)
        #expect(try apply(.response, &machine, .session) == .finish(OperationResponse(.ok, id)))
    }

    @Test(arguments: [DataPhase.none, .dataOut])
    func `data without a number where none is expected is dropped with its response, and the next response counts`(
        _ phase: DataPhase
    )
        throws
    {
        var machine = InitiatorTransaction(id, phase)
        for step in Step.allCases { #expect(try apply(step, &machine, .session) == .drop) }
        #expect(try apply(.response, &machine, id) == .finish(OperationResponse(.ok, id)))
    }

    @Test func `more data than announced is an error`() throws {
        var machine = InitiatorTransaction(id, .dataIn)
        _ = try machine.dataBegan(id, announced: 4)
        #expect(throws: TransactionError.dataExceedsAnnounced(bytes: 4)) { try machine.dataReceived(id, byteCount: 5) }
    }

    @Test func `data of unknown length ends where it ends`() throws {
        var machine = InitiatorTransaction(id, .dataIn)
        _ = try machine.dataBegan(id, announced: nil)
        _ = try machine.dataReceived(id, byteCount: 1 << 40)
        #expect(machine.receivedBytes == 1 << 40)
        #expect(try machine.dataEnded(id) == .proceed)
    }

    @Test func `transaction numbers wrap, leaving out 0 and the last`() {
        #expect(TransactionID(rawValue: 0xFFFF_FFFE).next == .first)
        #expect(TransactionID(rawValue: 0xFFFF_FFFD).isBefore(.first))
        #expect(!TransactionID.first.isBefore(TransactionID(rawValue: 0xFFFF_FFFD)))
    }
}

@Suite struct ResponderTransactionTests {
    private let request = OperationRequest(.sendObject, TransactionID(rawValue: 3))

    @Test func `a request with data is done when the data is there`() throws {
        var machine = ResponderTransaction()
        #expect(try machine.requested(request, dataFollows: true) == .proceed)
        #expect(try machine.dataBegan(request.transaction, announced: 2) == .proceed)
        #expect(try machine.dataReceived(request.transaction, byteCount: 2) == .collect)
        #expect(try machine.dataEnded(request.transaction) == .execute(request))
        machine.responded()
        #expect(machine.current == nil)
    }

    @Test func `a request before the answer to the one before is an error`() throws {
        var machine = ResponderTransaction()
        #expect(try machine.requested(request, dataFollows: false) == .execute(request))
        #expect(throws: TransactionError.requestDuringTransaction) { try machine.requested(request, dataFollows: false) }
    }

    @Test func `unannounced data is an error in every state`() throws {
        var idle = ResponderTransaction()
        #expect(throws: TransactionError.unexpectedData) { try idle.dataBegan(request.transaction, announced: nil) }
        #expect(throws: TransactionError.dataOutOfOrder) { try idle.dataReceived(request.transaction, byteCount: 1) }
        #expect(throws: TransactionError.dataOutOfOrder) { try idle.dataEnded(request.transaction) }
        _ = try idle.requested(request, dataFollows: true)
        #expect(throws: TransactionError.futureTransaction(TransactionID(rawValue: 9))) {
            try idle.dataBegan(TransactionID(rawValue: 9), announced: nil)
        }
    }

    @Test func `a cancelled transaction is answered, and a cancellation of another one is ignored`() throws {
        var machine = ResponderTransaction()
        #expect(machine.cancelled(request.transaction) == .proceed)
        _ = try machine.requested(request, dataFollows: true)
        #expect(machine.cancelled(TransactionID(rawValue: 2)) == .proceed)
        #expect(machine.cancelled(request.transaction) == .cancel)
    }
}

@Suite struct ParameterTests {
    @Test func `there are five, and omitted ones are zero`() {
        let parameters = Parameters([1, 2, 3, 4, 5, 6])
        #expect(Array(parameters) == [1, 2, 3, 4, 5])
        let two: Parameters = [1, 2]
        #expect(two[4] == 0 && two[-1] == 0 && two[99] == 0 && two.count == 2)
    }
}
