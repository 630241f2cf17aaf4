import CameraModel
import HotShoeSupport
import PTPResponder
import SimulatedCamera
import Sockets

// Cameras on USB, which USB/IP connects.

extension SimulateCommand {
    static func serveOverUSB(_ context: CommandContext) async throws {
        for (isGiven, name) in [(context[name] != nil, "--name"), (context[queue], "--queue")] where isGiven {
            throw CommandFailure(.usage, name, "is for --transport ptpip. Leave it out.")
        }
        let (responder, served) = try makeUSBResponder(context)
        do throws(SocketError) { try responder.start() } catch { throw listeningFailure(error) }
        do {
            for device in responder.devices { try report(device, of: responder, context) }
            noteReachability(context)
            let power = Task { await SimulatedPower.follow(zip(responder.devices.map(\.camera), served.simulators), context) }
            await untilOver(responder, context)
            power.cancel()
            await power.value
        } catch {
            await responder.stop()
            throw error
        }
        await responder.stop()
    }

    private static func makeUSBResponder(_ context: CommandContext) throws -> (USBResponder, ServedCameras) {
        let served = try ServedCameras(context, on: .usb)
        let port = UInt16(clamping: context[port] ?? Int(USBIP.standardPort))
        var configuration = USBResponder.Configuration(addresses: addresses(context, port: port))
        configuration.personality = served.body
        configuration.speed = context[usbSpeed]
        configuration.faults = served.faults
        return (USBResponder(cameras: served.cameras, configuration: configuration), served)
    }

    private static func report(_ device: USBResponder.Device, of responder: USBResponder, _ context: CommandContext) throws {
        let port = responder.addresses.first.map { Int($0.port) } ?? 0
        let isUsual = port == Int(USBIP.standardPort)
        let attach = "usbip \(isUsual ? "" : "--tcp-port \(port) ")attach -r 127.0.0.1 -b \(device.busID)"
        let record = DeviceRecord(
            event: "listening",
            transport: "usb",
            busid: device.busID,
            name: device.identity.model,
            serialNumber: device.identity.serialNumber,
            vendorID: hexadecimal(device.identity.vendor),
            productID: hexadecimal(device.identity.product),
            port: port,
            addresses: responder.addresses.map(\.description),
            attach: attach
        )
        try context.print(record, as: "\(record.serialNumber, .bold)  \(record.name)  \(attach)")
    }

    /// A number as four hexadecimal digits.
    static func hexadecimal(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }

    /// Reports attached and detached hosts until the time limit, or until the task is cancelled.
    private static func untilOver(_ responder: USBResponder, _ context: CommandContext) async {
        let changes = responder.hostChanges
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await change in changes { report(change, context) } }
            if let seconds = context[WatchCommand.seconds] {
                group.addTask { await SystemClock.shared.sleep(for: seconds) }
            }
            await group.next()
            group.cancelAll()
        }
    }

    private static func report(_ change: USBResponder.HostChange, _ context: CommandContext) {
        let (event, busID) =
            switch change {
            case .attached(let busID): ("attached", busID)
            case .detached(let busID): ("detached", busID)
            case .refused(let busID): ("refused", busID)
            }
        if context.wantsJSON {
            try? context.output.json(HostRecord(event: event, busid: busID))
        } else {
            context.output.note("\(busID): \(event)")
        }
    }

    private struct DeviceRecord: Encodable {
        let event: String
        let transport: String
        let busid: String
        let name: String
        let serialNumber: String
        let vendorID: String
        let productID: String
        let port: Int
        let addresses: [String]
        /// The command that attaches the camera.
        let attach: String
    }

    private struct HostRecord: Encodable {
        let event: String
        let busid: String
    }
}
