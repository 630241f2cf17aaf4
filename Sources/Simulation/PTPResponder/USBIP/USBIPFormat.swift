import HotShoeSupport
import PTP

/// A connection of USB/IP.
typealias USBIPLink = ServedLink<USBIPFormat>

/// Receiver of the packets of a USB/IP connection.
protocol USBIPHandler: AnyObject, Sendable {
    func listDevices(on link: USBIPLink)
    func importDevice(_ busID: String, on link: USBIPLink)
    func submit(_ submission: USBIPParser.Submission, _ data: [UInt8], on link: USBIPLink)
    func unlink(_ number: UInt32, by request: UInt32, device: UInt32, on link: USBIPLink)
    /// Called once when the link has ended, on any thread.
    func ended(_ link: USBIPLink)
}

/// Packet format of USB/IP from a host; collects the data of a transfer.
struct USBIPFormat: LinkFormat {
    /// Limit that the answers to a host's transfers cannot exceed.
    static let outputLimit = USBIP.mostRoom + USBIP.mostTransfers * USBIP.headerSize + 4096

    static let holdLimit = 1 << 20

    private var parser = USBIPParser()
    private var submission: USBIPParser.Submission?
    private var data: [UInt8] = []

    var isBetweenPackets: Bool { parser.isBetweenPackets }

    static func ended(_ link: USBIPLink, _ handler: any USBIPHandler) { handler.ended(link) }

    mutating func digest(_ bytes: RawSpan, for handler: any USBIPHandler, on link: USBIPLink) -> LinkDigestion {
        do throws(USBIPParser.Failure) {
            switch try parser.next(in: bytes) {
            case .incomplete: return .incomplete
            case .deviceList(let count):
                handler.listDevices(on: link)
                return .used(count)
            case .importDevice(let busID, let count):
                handler.importDevice(busID, on: link)
                return .used(count)
            case .submit(let submission, let count):
                if parser.isBetweenPackets { handler.submit(submission, [], on: link) } else { self.submission = submission }
                return .used(count)
            case .payload(let count, let endsTransfer):
                unsafe bytes.extracting(0..<count).withUnsafeBytes { unsafe data.append(contentsOf: $0) }
                guard endsTransfer, let submission else { return .used(count) }
                let whole = data
                (self.submission, data) = (nil, [])
                handler.submit(submission, whole, on: link)
                return .used(count)
            case .unlink(let device, let number, let request, let count):
                handler.unlink(number, by: request, device: device, on: link)
                return .used(count)
            }
        } catch {
            Log.write(.info, "usb responder", "a host is not understood: \(error)")
            return .failed
        }
    }
}
