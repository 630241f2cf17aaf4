import HotShoeSupport
import Testing

@testable import ServiceDiscovery

/// A browser with its thread and a scripted daemon.
@Suite(.timeLimit(.minutes(5))) struct ServiceBrowserTests {
    private let daemon = FakeDNSService()
    private let clock = VirtualClock()

    private func makeBrowser() -> ServiceBrowser { ServiceBrowser(type: ptp, functions: daemon, time: clock) }

    /// A browser that has found one service.
    private func makeBrowserWithService() async -> (ServiceBrowser, Service) {
        let browser = makeBrowser()
        let events = browser.events.makeAsyncIterator()
        await daemon.acts.entries { !$0.isEmpty }
        daemon.send(.added(identity("C")), to: \.isBrowse)
        await daemon.answer(text: text("a=1"), addresses: [v4(1)])
        guard case .found(let service) = await events.next() else { fatalError("nothing was found") }
        return (browser, service)
    }

    @Test func `no request is made before a consumer exists`() {
        let browser = makeBrowser()
        #expect(daemon.acts.entries.isEmpty)
        #expect(browser.services.isEmpty)
        #expect(browser.failure == nil)
    }

    @Test func `a service is found, updated and lost, by calls of one thread`() async {
        let browser = makeBrowser()
        let events = browser.events.makeAsyncIterator()
        await daemon.acts.entries { !$0.isEmpty }
        daemon.send(.added(identity("C")), .added(identity("C")), to: \.isBrowse)
        await daemon.answer(text: text("a=1"), addresses: [v4(1)])
        let found = service("C", addresses: [v4(1)], text: text("a=1"))
        #expect(await events.next() == .found(found))
        #expect(browser.services == [found])
        daemon.send(.record(isAdded: true, data: text("a=2")), to: { $0.record == .text })
        let updated = service("C", addresses: [v4(1)], text: text("a=2"))
        #expect(await events.next() == .updated(updated))
        #expect(browser.services == [updated])
        daemon.send(.removed(identity("C")), .removed(identity("C")), to: \.isBrowse)
        #expect(await events.next() == .lost(identity("C")))
        #expect(browser.services.isEmpty)
        await daemon.acts.entries { $0.count { if case .ended = $0 { true } else { false } } == 4 }
        #expect(daemon.open.map(\.isBrowse) == [true], "its lookups have ended")
        #expect(daemon.threadCount == 1)
    }

    @Test func `a later consumer first receives the present services`() async {
        let (browser, found) = await makeBrowserWithService()
        #expect(await browser.events.makeAsyncIterator().next() == .found(found))
        let seen = Journal<ServiceEvent>()
        let subscription = browser.observe { seen.write($0) }
        #expect(await seen.entries(atLeast: 1) == [.found(found)])
        daemon.send(.removed(identity("C")), to: \.isBrowse)
        #expect(await seen.entries(atLeast: 2).last == .lost(identity("C")))
        subscription.cancel()
    }

    @Test func `when the daemon ends and restarts, so do the services`() async {
        let (browser, found) = await makeBrowserWithService()
        let events = browser.events.makeAsyncIterator()
        _ = await events.next()
        clock.advance(by: .seconds(10))
        daemon.die()
        #expect(await events.next() == .lost(found.identity))
        #expect(await events.next() == .unavailable(.daemonMissing))
        #expect(browser.failure == .daemonMissing)
        #expect(await browser.events.makeAsyncIterator().next() == .unavailable(.daemonMissing))
        // Two failed attempts without an event.
        for (pause, refusals) in [(1, 1), (2, 2)] {
            await clock.waitForTimers(1)
            clock.advance(by: .seconds(pause))
            await daemon.acts.entries { $0.count { if case .refused = $0 { true } else { false } } == refusals }
        }
        await clock.waitForTimers(1)
        daemon.revive()
        clock.advance(by: .seconds(4))
        #expect(await events.next() == .availableAgain)
        #expect(browser.failure == nil)
        daemon.send(.added(identity("C")), to: \.isBrowse)
        #expect(daemon.open.first?.isBrowse == true)
    }

    @Test func `without a library the error names the package to install`() async {
        let browser = ServiceBrowser(type: ptp, functions: NoDNSService(), time: clock)
        guard case .unavailable(let error) = await browser.events.makeAsyncIterator().next() else { return #expect(Bool(false)) }
        #expect(error.code == .libraryMissing)
        #expect(error.description.contains("install"))
    }

    @Test func `stop ends streams immediately, and releases all open operations`() async {
        let (browser, _) = await makeBrowserWithService()
        let stream = browser.events
        browser.stop()
        browser.stop()
        #expect(browser.services.isEmpty)
        #expect(await browser.ended())
        #expect(daemon.open.isEmpty)
        let events = stream.makeAsyncIterator()
        _ = await events.next()
        #expect(await events.next() == nil)
        #expect(await browser.events.makeAsyncIterator().next() == nil)
        browser.start()
        #expect(await browser.ended())
        #expect(daemon.open.isEmpty)
    }

    @Test func `stop before the start means that no request is ever made`() async {
        let browser = makeBrowser()
        browser.stop()
        browser.start()
        #expect(await browser.ended())
        #expect(daemon.acts.entries.isEmpty)
    }

    @Test func `a handler may stop the browser`() async {
        let (browser, _) = await makeBrowserWithService()
        let called = Journal<Void>()
        let subscription = browser.observe { [weak browser] _ in
            browser?.stop()
            called.write(())
        }
        _ = await called.entries(atLeast: 1)
        #expect(await browser.ended())
        #expect(daemon.open.isEmpty)
        subscription.cancel()
    }

    @Test func `a released browser releases all operations`() async {
        do {
            let (browser, _) = await makeBrowserWithService()
            #expect(daemon.open.count == 5)
            withExtendedLifetime(browser) {}
        }
        await daemon.acts.entries { $0.contains { if case .ended(let request) = $0 { request.isBrowse } else { false } } }
        #expect(daemon.open.isEmpty)
    }

    @Test func `a daemon that does not answer keeps stop from nothing, and begins nothing afterwards`() async {
        let stuck = StuckDNSService(daemon)
        let browser = ServiceBrowser(type: ptp, functions: stuck, time: clock)
        browser.start()
        await stuck.calls.entries { !$0.isEmpty }
        browser.stop()
        async let ended = browser.ended()
        await clock.waitForTimers(1)
        clock.advance(by: .seconds(2))
        #expect(await !ended)
        stuck.release()
        #expect(await browser.ended())
        #expect(daemon.open.isEmpty)
        #expect(stuck.calls.entries.count == 1)
    }

    @Test func `many browsers may share a thread, and start and stop in any order`() async {
        let loop = OperationLoop(daemon)
        let browsers = (0..<20).map { number in
            ServiceBrowser(type: ptp, domain: "d\(number)", interface: nil, limits: .init(), loop: loop, time: clock)
        }
        for browser in browsers { browser.start() }
        await daemon.acts.entries { $0.count == 20 }
        for browser in browsers.shuffled() { browser.stop() }
        for browser in browsers { #expect(await browser.ended()) }
        #expect(daemon.open.isEmpty)
        #expect(daemon.threadCount == 1)
    }

    @Test func `starting, stopping and looking at the same time ends with nothing open`() async {
        for _ in 0..<100 {
            let browser = makeBrowser()
            async let one: Void = browser.start()
            async let two = browser.events
            async let three: Void = browser.stop()
            _ = await (one, two, three)
            #expect(await browser.ended())
        }
        #expect(daemon.open.isEmpty)
    }

    @Test func `the status contains the daemon's answer, or reports its absence`() async {
        #expect(await ServiceDiscoveryStatus.check(functions: daemon, time: clock) == .ready)
        #expect(daemon.open.isEmpty)
        daemon.die()
        #expect(await ServiceDiscoveryStatus.check(functions: daemon, time: clock) == .unavailable(.daemonMissing))
        let stuck = StuckDNSService(daemon)
        async let status = ServiceDiscoveryStatus.check(timeout: .seconds(3), functions: stuck, time: clock)
        await stuck.calls.entries { !$0.isEmpty }
        clock.advance(by: .seconds(3))
        #expect(await status == .silent(for: .seconds(3)))
        #expect(await status.description.contains("3 s"))
        stuck.release()
    }
}

/// A daemon that blocks every call until it is released.
private final class StuckDNSService: DNSServiceFunctions {
    let calls = Journal<DNSServiceRequest>()
    private let isReleased = Monitor(false)
    private let daemon: FakeDNSService

    init(_ daemon: FakeDNSService) { self.daemon = daemon }

    func release() {
        isReleased.withLock { isReleased, condition in
            isReleased = true
            condition.broadcast()
        }
    }

    func start(
        _ request: DNSServiceRequest,
        reply: @escaping (DNSServiceReply) -> Void
    ) throws(DNSServiceFailure) -> any DNSServiceOperation {
        calls.write(request)
        isReleased.wait { $0 ? () : nil }
        return try daemon.start(request, reply: reply)
    }
}
