import HotShoeSupport
import TestSupport
import Testing

@testable import BindingRuntime

/// A sequence whose consumer requests each element, as foreign code does.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct RequestableStreamTests {
    @Test func `nothing is requested without demand, and one element for each demand`() {
        let source = AskedSource(answers: (0..<10).map { .success($0) })
        let stream = BindingStream(source)
        _ = stream.descriptor
        #expect(source.iterations.count == 0)
        for count in 1...5 {
            #expect(stream.next(nanoseconds: .max).word == "\(count - 1)")
            #expect(source.requests.count == count)
        }
        #expect(source.iterations.count == 1)
    }

    @Test func `the end and an error are returned to every caller`() {
        let endings: [(AskedSource.Answer, String)] = [(.success(nil), "end"), (.failure(Refusal()), "failed: Refusal()")]
        for (answer, word) in endings {
            let source = AskedSource(answers: [.success(1), answer])
            let stream = BindingStream(source)
            #expect((0..<3).map { _ in stream.next(nanoseconds: -1).word } == ["1", word, word])
            #expect(source.requests.count == 2)
            #expect(source.ends.count == 1, "the iteration has ended")
        }
    }

    @Test func `an element wakes a waiting thread, whichever thread has it`() {
        let source = AskedSource()
        let stream = BindingStream(source)
        for number in 0..<100 {
            let waiting = onThread { stream.next(nanoseconds: -1).word }
            source.requests.elements(atLeast: number + 1)
            source.answer(.success(number))
            #expect(waiting.elements(atLeast: 1) == ["\(number)"])
        }
    }

    @Test func `polling demands an element, and the descriptor reports when there is one`() {
        let source = AskedSource()
        let stream = BindingStream(source)
        let descriptor = stream.descriptor
        #expect(stream.tryNext().word == "pending" && stream.tryNext().word == "pending" && !isReadable(descriptor))
        #expect(source.requests.count == 1)
        source.answer(.success(1))
        #expect(isReadable(descriptor))
        #expect(stream.tryNext().word == "1" && !isReadable(descriptor))
    }

    @Test func `an element after the timeout is returned to the next caller`() {
        let source = AskedSource()
        let stream = BindingStream(source)
        #expect(stream.next(nanoseconds: 1000).word == "timedOut")
        source.answer(.success(1))
        #expect(stream.next(nanoseconds: -1).word == "1" && source.requests.count == 1)
    }

    @Test func `closing wakes waiting threads and ends the iteration; a later answer is dropped`() {
        let source = AskedSource()
        let stream = BindingStream(source)
        let waiting = (0..<3).map { _ in onThread { stream.next(nanoseconds: -1).word } }
        source.requests.elements(atLeast: 1)
        let receive = source.iterations.elements[0]
        stream.close()
        for wait in waiting { #expect(wait.elements(atLeast: 1) == ["end"]) }
        #expect(source.ends.count == 1)
        receive(.success(7))
        #expect(stream.next(nanoseconds: -1).word == "end")
    }

    @Test func `releasing a stream ends the iteration`() {
        let source = AskedSource()
        do {
            let stream = BindingStream(source)
            _ = stream.tryNext()
            #expect(source.ends.count == 0)
        }
        #expect(source.ends.count == 1)
    }

    @Test func `a handler is called with each element, then with the end`() {
        let source = AskedSource(answers: [.success(1), .success(2), .success(nil)])
        let (words, queue) = (Recorder<String>(), HandQueue())
        let subscription = BindingStream(source).subscribe(
            queue: queue,
            onElement: { words.record("\($0)") },
            onEnd: { words.record($0 == nil ? "end" : "failed") }
        )
        queue.run()
        #expect(words.elements == ["1", "2", "end"])
        subscription.cancel()
    }

    @Test func `threads that compete receive each element once`() {
        let source = AskedSource(answers: (0..<200).map { .success($0) } + [.success(nil)])
        let stream = BindingStream(source)
        let seen = Recorder<Int>()
        onThreads(4) { _ in
            while case .element(let number) = stream.next(nanoseconds: -1) { seen.record(number) }
        }
        #expect(seen.elements.sorted() == Array(0..<200))
    }
}

private struct Refusal: Error {}

extension StreamItem<Int> {
    fileprivate var word: String { word { $0 } }
}

/// A sequence that answers requests with prepared answers, from within the request, and then with those of a test.
private final class AskedSource: RequestableSequence {
    typealias Answer = Result<Int?, any Error>

    /// The functions that receive the answers, one for each iteration.
    let iterations = Recorder<@Sendable (Answer) -> Void>()
    let requests = Recorder<Void>()
    let ends = Recorder<Void>()
    private let answers: Guarded<[Answer]>

    init(answers: [Answer] = []) { self.answers = Guarded(answers) }

    func answer(_ answer: Answer) { iterations.elements[0](answer) }

    func makeRequester(_ receive: @escaping @Sendable (Answer) -> Void) -> any ElementRequester {
        iterations.record(receive)
        return Requester(self)
    }

    private func request() {
        requests.record(())
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let answer { self.answer(answer) }
    }

    func makeAsyncIterator() -> AsyncStream<Int>.Iterator { AsyncStream { $0.finish() }.makeAsyncIterator() }

    private final class Requester: ElementRequester {
        private let source: AskedSource

        init(_ source: AskedSource) { self.source = source }

        deinit { source.ends.record(()) }

        func request() { source.request() }
    }
}
