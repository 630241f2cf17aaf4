import Testing

@testable import BindingRuntime

/// Errors as foreign code holds them.
@Suite struct ErrorTests {
    struct Jam: Error, Equatable, CustomStringConvertible {
        var description: String { "Das Blatt klemmt: ✂" }
    }

    private func stored(_ error: any Error) -> (Status, OpaquePointer?) {
        var out: OpaquePointer?
        let status = unsafe Errors.store(error, &out)
        return unsafe (status, out)
    }

    @Test func `a Swift error has its text, its type, and itself`() {
        let (status, error) = unsafe stored(Jam())
        #expect(unsafe status == .failed && Errors.status(error) == .failed)
        #expect(unsafe String(cString: Errors.message(error)) == "Das Blatt klemmt: ✂")
        #expect(unsafe String(cString: Errors.typeName(error)).hasSuffix("ErrorTests.Jam"))
        #expect(unsafe Errors.value(error, as: Jam.self) == Jam())
        #expect(unsafe Errors.value(error, as: ForeignError.self) == nil)
        unsafe Errors.free(error)
    }

    @Test func `the status follows from the error`() {
        for (error, expected) in [
            (CancellationError() as any Error, Status.cancelled), (ForeignError(.invalidText, "x"), .invalidText),
            (Jam(), .failed),
            (ForeignError(.ok, "a success is no error"), .failed),
        ] {
            let (status, pointer) = unsafe stored(error)
            #expect(unsafe status == expected && Errors.status(pointer) == expected)
            unsafe Errors.free(pointer)
        }
    }

    @Test func `a caller that passes no error pointer receives the status`() {
        #expect(unsafe Errors.store(Jam(), nil) == .failed)
        #expect(unsafe Errors.store(.tooLarge, "so big", nil) == .tooLarge)
    }

    @Test func `an error of the runtime has its sentence`() {
        var out: OpaquePointer?
        #expect(unsafe Errors.store(.invalidHandle, "no camera", &out) == .invalidHandle)
        #expect(unsafe String(cString: Errors.message(out)) == "no camera")
        unsafe Errors.free(out)
    }

    @Test func `null is no error, and harmless`() {
        #expect(unsafe Errors.message(nil).pointee == 0 && Errors.typeName(nil).pointee == 0)
        #expect(unsafe Errors.status(nil) == .ok && Errors.value(nil, as: Jam.self) == nil)
        unsafe Errors.free(nil)
        #expect(unsafe (Errors.take(nil) as? ForeignError)?.status == .failed)
    }

    @Test func `an error from foreign code becomes a Swift error, the original if there is one`() {
        let made = unsafe Errors.take(Errors.make(.notAvailable, "not here"))
        #expect(made as? ForeignError == ForeignError(.notAvailable, "not here"))
        let (_, error) = unsafe stored(Jam())
        #expect(unsafe Errors.take(error) as? Jam == Jam())
    }

    @Test func `converting and freeing release the Swift error once`() {
        final class Held: Error, Sendable {
            let witness: Witness
            init(_ witness: Witness) { self.witness = witness }
        }
        let released = Recorder<Int>()
        let (_, first) = unsafe stored(Held(Witness { released.record(1) }))
        #expect(released.count == 0)
        unsafe Errors.free(first)
        #expect(released.count == 1)
        let (_, second) = unsafe stored(Held(Witness { released.record(2) }))
        do { _ = unsafe Errors.take(second) }
        #expect(released.elements == [1, 2])
    }

    @Test func `every status has a sentence of its own`() {
        let texts = (Int32(-12)...4).map { Status(code: $0).text.description }
        #expect(Set(texts).count == 16, "15 codes, and one sentence for all others")
        #expect(ForeignError(.shutDown, "").description == "The library was shut down.")
    }
}
