import PTP

/// Control requests on a device's default pipe (USB 2.0 § 9.4, USB Still Image Class 1.0 § 5.2). Pure.
struct USBControl: Sendable {
    /// Result of a request.
    enum Outcome: Hashable {
        /// Data for the host, not yet limited to the requested length.
        case data([UInt8])
        /// Success without data.
        case done
        /// The request is unknown or invalid.
        case stall
        /// The device was configured or unconfigured; all operations under way end.
        case configured
        case halt(USBEndpoint)
        case clearHalt(USBEndpoint)
        case cancel(TransactionID)
        case reset
        case status
        case extendedEvent
    }

    private let descriptors: USBDescriptors
    private var configuration: UInt8 = 0

    init(_ descriptors: USBDescriptors) { self.descriptors = descriptors }

    /// Whether the endpoints can be used.
    var isConfigured: Bool { configuration != 0 }

    /// Handles a request. `data` is what the host sent with the request; `halted` contains the endpoints that are halted.
    mutating func handle(_ setup: USBSetup, _ data: [UInt8], halted: Set<USBEndpoint>) -> Outcome {
        switch (setup.requestType & 0x60, setup.requestType & 0x1F) {
        case (0x00, 0): device(setup)
        case (0x00, 1): interface(setup)
        case (0x00, 2): endpoint(setup, halted)
        case (0x20, 1): still(setup, data)
        case (0x40, 0), (0x40, 1): vendor(setup)
        default: .stall
        }
    }

    // MARK: Standard requests

    private mutating func device(_ setup: USBSetup) -> Outcome {
        switch (setup.isToHost, setup.request) {
        // GET_STATUS: self-powered.
        case (true, 0): return .data([1, 0])
        // SET_ADDRESS: the carrier has its own addresses.
        case (false, 5): return .done
        case (true, 6):
            let (kind, number) = (UInt8(setup.value >> 8), UInt8(setup.value & 0xFF))
            return descriptors.descriptor(kind, number).map { .data($0) } ?? .stall
        case (true, 8): return .data([configuration])
        case (false, 9):
            guard setup.value == 0 || setup.value == UInt16(USBDescriptors.configurationValue) else { return .stall }
            configuration = UInt8(setup.value)
            return .configured
        default: return .stall
        }
    }

    private func interface(_ setup: USBSetup) -> Outcome {
        guard isConfigured, Int(setup.index) < descriptors.interfaceCount else { return .stall }
        switch (setup.isToHost, setup.request) {
        case (true, 0): return .data([0, 0])
        case (true, 10): return .data([0])
        case (false, 11): return setup.value == 0 ? .configured : .stall
        default: return .stall
        }
    }

    private func endpoint(_ setup: USBSetup, _ halted: Set<USBEndpoint>) -> Outcome {
        let address = UInt8(truncatingIfNeeded: setup.index)
        // A halt of the default pipe lasts only until the next request.
        if address & 0x7F == 0 { return setup.isToHost && setup.request == 0 ? .data([0, 0]) : .stall }
        guard isConfigured, let endpoint = USBEndpoint(rawValue: address) else { return .stall }
        switch (setup.isToHost, setup.request, setup.value) {
        case (true, 0, _): return .data([halted.contains(endpoint) ? 1 : 0, 0])
        // CLEAR_FEATURE and SET_FEATURE of ENDPOINT_HALT.
        case (false, 1, 0): return .clearHalt(endpoint)
        case (false, 3, 0): return .halt(endpoint)
        default: return .stall
        }
    }

    // MARK: Requests of vendors

    private func vendor(_ setup: USBSetup) -> Outcome {
        guard setup.isToHost, setup.request == USBDescriptors.microsoftRequest else { return .stall }
        return descriptors.microsoftFeature(setup.index).map { .data($0) } ?? .stall
    }

    // MARK: Requests of the class

    private func still(_ setup: USBSetup, _ data: [UInt8]) -> Outcome {
        guard isConfigured, Int(setup.index) < descriptors.interfaceCount, let request = USBClassRequest(rawValue: setup.request)
        else { return .stall }
        switch (request, setup.isToHost) {
        case (.cancel, false):
            let span = data.span
            return unsafe USBCancellation(span.bytes).map { .cancel($0.transaction) } ?? .stall
        case (.deviceReset, false): return .reset
        case (.deviceStatus, true): return .status
        case (.extendedEventData, true): return .extendedEvent
        default: return .stall
        }
    }
}
