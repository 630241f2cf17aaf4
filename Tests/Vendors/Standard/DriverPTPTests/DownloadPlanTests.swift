import DriverPTP
import Testing

@Suite struct DownloadPlanTests {
    /// Runs a plan against a file of a size. Returns the steps as "offset+count" and "look", and the result.
    private static func run(_ plan: DownloadPlan, file: UInt64, reporting: UInt64? = nil, perPiece: UInt64 = .max) -> [String] {
        var (plan, log) = (plan, [String]())
        while log.count < 20 {
            switch plan.next(100) {
            case .request(let count):
                log.append("\(plan.offset)+\(count)")
                let sent = min(count, perPiece, file > plan.offset ? file - plan.offset : 0)
                if sent == 0 { return log + ["nothing"] }
                plan.received(sent, of: count)
            case .querySize:
                log.append("look")
                plan.sizeReceived(reporting ?? file)
            case .done: return log + ["done at \(plan.offset)"]
            case .tooMuch: return log + ["too much at \(plan.offset)"]
            }
        }
        return log
    }

    private static func plan(_ size: UInt64, fresh: Bool, from offset: UInt64 = 0) -> DownloadPlan {
        DownloadPlan(from: offset, size: size, isFresh: fresh)
    }

    @Test func `the size that the camera just reported is requested exactly`() {
        #expect(Self.run(Self.plan(250, fresh: true), file: 250) == ["0+100", "100+100", "200+50", "done at 250"])
        #expect(Self.run(Self.plan(200, fresh: true), file: 200) == ["0+100", "100+100", "done at 200"])
        #expect(Self.run(Self.plan(0, fresh: true), file: 0) == ["done at 0"])
    }

    @Test func `a listed size saves a request for it`() {
        #expect(Self.run(Self.plan(250, fresh: false), file: 250) == ["0+100", "100+100", "200+100", "done at 250"])
        #expect(Self.run(Self.plan(70, fresh: false), file: 70) == ["0+100", "done at 70"])
    }

    @Test func `a listed size that ends with a full piece is looked at again`() {
        #expect(Self.run(Self.plan(200, fresh: false), file: 200) == ["0+100", "100+100", "look", "done at 200"])
        #expect(Self.run(Self.plan(0, fresh: false), file: 0) == ["look", "done at 0"])
        #expect(Self.run(Self.plan(50, fresh: false, from: 50), file: 50) == ["look", "done at 50"])
    }

    @Test(arguments: [51, 99, 100, 101, 200, 250] as [UInt64])
    func `a file that has grown since it was listed is received whole`(_ size: UInt64) {
        #expect(Self.run(Self.plan(50, fresh: false), file: size).last == "done at \(size)")
        #expect(Self.run(Self.plan(100, fresh: false), file: max(size, 100)).last == "done at \(max(size, 100))")
    }

    @Test func `a file that has shrunk is not whole`() {
        #expect(Self.run(Self.plan(250, fresh: false), file: 120) == ["0+100", "100+100", "120+100", "nothing"])
    }

    @Test func `pieces that are cut short are requested again`() {
        #expect(
            Self.run(Self.plan(100, fresh: true), file: 100, perPiece: 40) == ["0+100", "40+60", "80+20", "done at 100"]
        )
    }

    @Test func `a camera that sends more than the file's size is stopped`() {
        #expect(Self.run(Self.plan(50, fresh: false), file: 1000, reporting: 50) == ["0+100", "look", "too much at 100"])
    }

    @Test func `pieces are as large as the link is fast`() {
        var size = PieceSize()
        #expect(size.bytes == 4 << 20)
        for expected in [8, 16, 32, 32] as [UInt64] {
            size.pieceReceived(.milliseconds(2), for: size.bytes)
            #expect(size.bytes == expected << 20)
        }
        for _ in 0..<20 { size.pieceReceived(.seconds(1), for: size.bytes) }
        #expect(size.bytes == 256 << 10)
        size.pieceReceived(.milliseconds(100), for: size.bytes)
        #expect(size.bytes == 256 << 10)
    }

    @Test func `the last piece of a file determines nothing`() {
        var size = PieceSize()
        size.pieceReceived(.milliseconds(1), for: 1000)
        #expect(size == PieceSize())
    }

    @Test func `a camera that refuses a large piece is requested pieces that every camera supports`() {
        var size = PieceSize()
        func refused(_ count: UInt64) -> Bool { size.refused(count) }
        #expect(!refused(4 << 20))
        for _ in 0..<3 { size.pieceReceived(.zero, for: size.bytes) }
        #expect(!refused(1 << 20))
        #expect(refused(32 << 20))
        #expect(size.bytes == 4 << 20)
        size.pieceReceived(.zero, for: size.bytes)
        #expect(size.bytes == 4 << 20)
        #expect(!refused(4 << 20))
    }
}
