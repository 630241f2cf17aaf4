import PTP

/// An open device whose interface is claimed: the system functions that a connection needs. Tests substitute a fake device.
/// **Thread-safe.**
protocol USBHandle: AnyObject, Sendable {
    /// Submits a transfer. It completes later on the event thread in every case, never during this call.
    func submit(_ transfer: USBTransfer) throws(USBError)
    /// Requests the end of a transfer. It still completes, as cancelled or with the data that it has.
    func cancel(_ transfer: USBTransfer)

    // The following functions block until the device answers, and must not be called on the event thread.

    /// Sends a class request with data for the device.
    func request(_ request: USBClassRequest, sending bytes: [UInt8], timeout: Duration) throws(USBError)
    /// Sends a class request and returns the device's data, at most `limit` bytes.
    func request(_ request: USBClassRequest, receiving limit: Int, timeout: Duration) throws(USBError) -> [UInt8]
    /// Clears the halt of an endpoint.
    func clearHalt(_ endpoint: UInt8) throws(USBError)
    /// Resets the port. Throws ``USBError/noDevice`` if the device re-enumerates afterwards.
    func reset() throws(USBError)
    /// Releases the interface. No transfer may be pending.
    func close()
}
