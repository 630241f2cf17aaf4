internal import CLibUSB
import Glibc
import HotShoeSupport

/// The USB bus: its current devices, and notification of changes. **Thread-safe.**
@safe
public final class USBBus: Sendable {
    private let library: USBLibrary
    private let time: any TimeSource
    /// Whether the bus must be polled.
    private let polls: Bool

    private struct State {
        var devices: [USBDevice.Location: USBDevice] = [:]
        /// Subscribers to changes.
        var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextWatcher = 0
        var poll: (any TimeSourceTimer)?
    }

    private enum Following {
        case not
        /// A thread lists the devices for the first time; further callers wait for the result.
        case begins
        case follows
    }

    /// Whether the bus is being followed. Guards itself.
    private let following = Monitor(Following.not)

    /// Guards the devices and the subscribers.
    private let state = Guarded(State())

    /// Devices that this process has open or is closing. Guards itself.
    private let held = Monitor(Set<USBDevice.Location>())

    /// Time to wait for a device that this process is closing.
    private static let closeTimeout: Duration = .seconds(2)

    /// The bus of this process, once created.
    private static let made = Guarded<USBBus?>(nil)

    /// Polling interval on systems without hotplug notification.
    private static let pollInterval: Duration = .seconds(1)

    /// Returns the bus of this process.
    ///
    /// - Throws: ``USBError`` if libusb is missing or cannot be used.
    public static func shared() throws(USBError) -> USBBus {
        let library = try USBLibrary.shared()
        return made.withLock { made in
            if let made { return made }
            let bus = USBBus(library, time: SystemClock.shared, polls: !library.hasHotplug)
            made = bus
            return bus
        }
    }

    /// Creates a bus; `polls` is whether to poll, as on a system without hotplug notification.
    init(_ library: USBLibrary, time: any TimeSource, polls: Bool) {
        self.library = library
        self.time = time
        self.polls = polls
    }

    /// Version of libusb, such as "1.0.26".
    public var libraryVersion: String { library.version }

    /// Whether the system reports changes; otherwise the bus is polled every second.
    public var hasHotplug: Bool { library.hasHotplug }

    /// Returns the connected devices, in the order of bus and address. The first call lists the whole bus, which takes some
    /// milliseconds.
    public func devices() throws(USBError) -> [USBDevice] {
        try follow()
        return sorted(state.withLock { $0.devices })
    }

    /// Returns a stream with one element for each change of ``devices()``; several changes may be combined. Ends when the
    /// waiting task is cancelled.
    public func changes() throws(USBError) -> AsyncStream<Void> {
        try follow()
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            defer { state.nextWatcher += 1 }
            state.watchers[state.nextWatcher] = continuation
            return state.nextWatcher
        }
        // The bus is never released.
        continuation.onTermination = { [self] _ in _ = state.withLock { $0.watchers.removeValue(forKey: number) } }
        return stream
    }

    private func sorted(_ devices: [USBDevice.Location: USBDevice]) -> [USBDevice] {
        devices.values.sorted {
            ($0.location.bus, $0.location.address) < ($1.location.bus, $1.location.address)
        }
    }

    // MARK: Following

    /// Starts following the bus unless that has been done.
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
        // Registers first, then lists: a device that arrives in between is reported twice, with the same location.
        if !polls { try register() }
        try enumerate()
        outcome = .follows
        if polls { poll() }
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
                // The bus is never released.
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

    /// Called on libusb's event thread.
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

    /// Lists the whole bus.
    private func enumerate() throws(USBError) {
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

    /// Lists the whole bus at intervals.
    private func poll() {
        let work = CallbackWork { [self] in
            try? enumerate()
            state.withLock { $0.poll }?.arm(at: time.now + Self.pollInterval)
        }
        let timer = time.makeTimer { LibraryCallbackQueue.shared.enqueue(work) }
        state.withLock { $0.poll = timer }
        timer.arm(at: time.now + Self.pollInterval)
    }

    // MARK: Opening

    /// Opens a device if it is still connected at its location. Blocks.
    func open(_ device: USBDevice, _ interface: StillImageInterface) throws(USBOpenError) -> LibUSBHandle {
        let location = device.location
        // A caller that disconnects and reconnects immediately must not be reported as another holder of the device.
        let isFree = held.wait(until: SystemClock.monotonicTime() + Self.closeTimeout) { held in
            held.insert(location).inserted ? true : nil
        }
        guard isFree != nil else { throw .claimed(by: [.thisProcess]) }
        // Called once: by the handle when it is closed, or below if there is no handle.
        let isHeld = Guarded(true)
        let onClosed: @Sendable () -> Void = { [self] in
            let isFirst = isHeld.withLock { isHeld in
                defer { isHeld = false }
                return isHeld
            }
            if isFirst { closed(location) }
        }
        do throws(USBOpenError) {
            return try opened(device, interface, whenClosed: onClosed)
        } catch {
            onClosed()
            throw error
        }
    }

    private func closed(_ location: USBDevice.Location) {
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
        var result: Result<LibUSBHandle, USBOpenError> = .failure(.noDevice)
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
