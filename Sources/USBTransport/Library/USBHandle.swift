import PTP

/// A device that is open, with its interface claimed: what a connection needs of the system. Tests put a device of their own in its
/// place. **Thread-safe.**
protocol USBHandle: AnyObject, Sendable {
    /// Begins a transfer, which is completed later, on the thread of events, whatever happens: not from inside this call.
    func submit(_ transfer: USBTransfer) throws(USBError)
    /// Wants a transfer to end soon. It is completed all the same, as cancelled or with what it has.
    func cancel(_ transfer: USBTransfer)

    // What follows waits for the device, and is not called on the thread of events.

    /// Sends a class request with data for the device.
    func request(_ request: USBClassRequest, sending bytes: [UInt8], timeout: Duration) throws(USBError)
    /// Sends a class request that is answered with up to so many bytes.
    func request(_ request: USBClassRequest, receiving limit: Int, timeout: Duration) throws(USBError) -> [UInt8]
    /// Lets a halted endpoint begin again.
    func clearHalt(_ endpoint: UInt8) throws(USBError)
    /// Resets the port. The device may be another one afterwards, which is ``USBError/gone``.
    func reset() throws(USBError)
    /// Gives the interface back. No transfer may be under way.
    func close()
}
