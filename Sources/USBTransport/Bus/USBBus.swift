internal import CLibUSB
import Glibc
import HotShoeSupport

/// What is on the bus: which devices there are, now and when that changes. **Thread-safe.**
@safe
public final class USBBus: Sendable {
    private let library: USBLibrary
    private let time: any TimeSource
    /// Whether the system has to be asked again and again.
    private let asks: Bool

    private struct State {
        var devices: [USBDevice.Location: USBDevice] = [:]
        /// Who wants to know of changes.
        var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextWatcher = 0
        var poll: (any TimeSourceTimer)?
    }

    private enum Following {
        case not
        /// Somebody looks for the first time; others wait for what that finds.
        case begins
        case follows
    }

    /// Whether changes are told. Guards itself.
    private let following = Monitor(Following.not)

    /// Guards what is known.
    private let state = Guarded(State())

    /// The devices that this process has open, those that it is giving back included. Guards itself.
    private let held = Monitor(Set<USBDevice.Location>())

    /// For so long a device that this process gives back may take until it can be opened again.
    private static let givingBack: Duration = .seconds(2)

    /// The one of this process, once it is there.
    private static let made = Guarded<USBBus?>(nil)

    /// How often a system that does not tell of changes is asked.
    private static let pollInterval: Duration = .seconds(1)

    /// The one of this process.
    public static func shared() throws(USBError) -> USBBus {
        let library = try USBLibrary.shared()
        return made.withLock { made in
            if let made { return made }
            let bus = USBBus(library, time: SystemClock.shared, asks: !library.hasHotplug)
            made = bus
            return bus
        }
    }

    /// - Parameter asks: as on a system that does not tell of changes.
    init(_ library: USBLibrary, time: any TimeSource, asks: Bool) {
        self.library = library
        self.time = time
        self.asks = asks
    }

    /// "1.0.26", of libusb.
    public var libraryVersion: String { library.version }

    /// Whether the system tells of changes; otherwise it is asked once a second.
    public var hasHotplug: Bool { library.hasHotplug }

    /// The devices that are there, in the order of bus and address. The first time this looks at the whole bus, which takes some
    /// milliseconds.
    public func devices() throws(USBError) -> [USBDevice] {
        try follow()
        return sorted(state.withLock { $0.devices })
    }

    /// Something for each time that ``devices()`` is another list; several changes may be one. Ends when the task that waits is
    /// cancelled.
    public func changes() throws(USBError) -> AsyncStream<Void> {
        try follow()
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            defer { state.nextWatcher += 1 }
            state.watchers[state.nextWatcher] = continuation
            return state.nextWatcher
        }
        // The bus lives as long as the process.
        continuation.onTermination = { [self] _ in _ = state.withLock { $0.watchers.removeValue(forKey: number) } }
        return stream
    }

    private func sorted(_ devices: [USBDevice.Location: USBDevice]) -> [USBDevice] {
        devices.values.sorted {
            ($0.location.bus, $0.location.address) < ($1.location.bus, $1.location.address)
        }
    }

    // MARK: Following

    /// Begins to follow the bus, if that has not been done.
    private func follow() throws(USBError) {
        let begins = following.wait { following in
            switch following {
            case .not:
                following = .begins
                return true
            case .begins: return nil
            case .follows: return false
            }
        }
        guard begins == true else { return }
        var outcome = Following.not
        defer {
            following.withLock { following, condition in
                following = outcome
                condition.broadcast()
            }
        }
        // First to be told, then to look: what arrives in between is seen twice, and is the same device.
        if !asks { try register() }
        try look()
        outcome = .follows
        if asks { poll() }
    }

    private func register() throws(USBError) {
        let code = unsafe library.symbols.registerHotplug(
            library.context,
            Int32(bitPattern: LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED.rawValue | LIBUSB_HOTPLUG_EVENT_DEVICE_LEFT.rawValue),
            0,
            LIBUSB_HOTPLUG_MATCH_ANY,
            LIBUSB_HOTPLUG_MATCH_ANY,
            LIBUSB_HOTPLUG_MATCH_ANY,
            { _, device, event, data in
                // The bus lives as long as the process.
                let bus = unsafe Unmanaged<USBBus>.fromOpaque(data!).takeUnretainedValue()
                if let device = unsafe device {
                    unsafe bus.changed(device, isThere: event == LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED)
                }
                return 0
            },
            Unmanaged.passUnretained(self).toOpaque(),
            nil
        )
        if code != 0 { throw USBError(code: code, library.symbols) }
    }

    /// On the thread of events.
    private func changed(_ device: OpaquePointer, isThere: Bool) {
        if isThere {
            guard let found = unsafe USBDevice(device, library.symbols) else { return }
            update { $0.updateValue(found, forKey: found.location) != found }
        } else {
            let location = unsafe USBDevice.Location(
                bus: library.symbols.busNumber(device),
                address: library.symbols.deviceAddress(device)
            )
            update { $0.removeValue(forKey: location) != nil }
        }
    }

    /// Looks at the whole bus.
    private func look() throws(USBError) {
        var found: [USBDevice.Location: USBDevice] = [:]
        let symbols = library.symbols
        try unsafe library.forEachDevice { device in
            if let device = unsafe USBDevice(device, symbols) { found[device.location] = device }
        }
        let devices = found
        update { known in
            defer { known = devices }
            return known != devices
        }
    }

    private func update(_ change: (inout [USBDevice.Location: USBDevice]) -> Bool) {
        let watchers = state.withLock { state in change(&state.devices) ? Array(state.watchers.values) : [] }
        for watcher in watchers { watcher.yield() }
    }

    /// Asks again and again.
    private func poll() {
        let work = CallbackWork { [self] in
            try? look()
            state.withLock { $0.poll }?.arm(at: time.now + Self.pollInterval)
        }
        let timer = time.makeTimer { LibraryCallbackQueue.shared.enqueue(work) }
        state.withLock { $0.poll = timer }
        timer.arm(at: time.now + Self.pollInterval)
    }

    // MARK: Opening

    /// Opens the device that is at a place, if it is still the same one; on a thread that may wait.
    func open(_ device: USBDevice, _ interface: StillImageInterface) throws(USBOpenError) -> LibUSBHandle {
        let location = device.location
        // Who disconnects and connects again at once must not be told that the device is taken, by itself.
        let isFree = held.wait(until: SystemClock.monotonicTime() + Self.givingBack) { held in
            held.insert(location).inserted ? true : nil
        }
        guard isFree != nil else { throw .claimed(by: [.thisProcess]) }
        // Called by the handle when it is given back, or here when there is none; once.
        let isHeld = Guarded(true)
        let giveBack: @Sendable () -> Void = { [self] in
            let isFirst = isHeld.withLock { isHeld in
                defer { isHeld = false }
                return isHeld
            }
            if isFirst { gaveBack(location) }
        }
        do throws(USBOpenError) {
            return try opened(device, interface, whenClosed: giveBack)
        } catch {
            giveBack()
            throw error
        }
    }

    private func gaveBack(_ location: USBDevice.Location) {
        held.withLock { held, condition in
            held.remove(location)
            condition.broadcast()
        }
    }

    private func opened(
        _ device: USBDevice,
        _ interface: StillImageInterface,
        whenClosed: @escaping @Sendable () -> Void
    ) throws(USBOpenError) -> LibUSBHandle {
        let (symbols, location) = (library.symbols, device.location)
        var result: Result<LibUSBHandle, USBOpenError> = .failure(.gone)
        do throws(USBError) {
            try unsafe library.forEachDevice { pointer in
                let isIt =
                    unsafe symbols.busNumber(pointer) == location.bus && symbols.deviceAddress(pointer) == location.address
                if isIt {
                    result = unsafe LibUSBHandle.opened(pointer, device, interface, symbols, whenClosed: whenClosed)
                }
            }
        } catch { throw .usb(error) }
        return try result.get()
    }
}
