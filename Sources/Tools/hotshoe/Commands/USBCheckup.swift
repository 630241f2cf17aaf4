private import Glibc
import HotShoe
import HotShoeSupport
import USBTransport

/// The checks of `hotshoe doctor` on USB, in the order of their dependencies.
enum USBCheckup {
    typealias Finding = DoctorCommand.Finding

    /// Checks libusb, the bus, the devices on it, and each device that is or may be a camera.
    static func findings() -> [Finding] {
        let bus: USBBus
        do throws(USBError) { bus = try USBBus.shared() } catch {
            return [Finding("USB", isNote: true, error.description)]
        }
        var findings = [library(bus)]
        if let missing = missingBus() { return findings + [missing] }
        let devices: [USBDevice]
        do throws(USBError) { devices = try bus.devices() } catch {
            return findings + [Finding("USB bus", isProblem: true, error.description)]
        }
        findings.append(Finding("USB bus", "\(devices.count) device\(devices.count == 1 ? "" : "s")"))
        return findings + USBCameraCheck.all(among: devices).map(finding)
    }

    private static func library(_ bus: USBBus) -> Finding {
        let text = "libusb \(bus.libraryVersion)"
        if bus.hasHotplug { return Finding("USB", text) }
        return Finding("USB", "\(text); this system does not report hotplug events, so the bus is polled once per second")
    }

    /// The reason for a missing bus, because libusb finds no devices then without reporting an error.
    private static func missingBus() -> Finding? {
        if unsafe access("/sys/bus/usb", F_OK) != 0 {
            return Finding(
                "USB bus",
                isNote: true,
                "the kernel shows no USB bus (no /sys/bus/usb): a container or a virtual machine must be given access to USB"
            )
        }
        if unsafe access("/dev/bus/usb", F_OK) != 0 {
            return Finding(
                "USB bus",
                isNote: true,
                "there are no device files (no /dev/bus/usb): a container must be given these as well (--device /dev/bus/usb)"
            )
        }
        if unsafe access("/dev/bus/usb", R_OK | X_OK) != 0 {
            return Finding("USB bus", isProblem: true, "this user has no permission to read /dev/bus/usb")
        }
        return nil
    }

    private static func finding(_ check: USBCameraCheck) -> Finding {
        Finding(
            "camera at \(check.location)",
            isProblem: check.obstacle != nil,
            "\(check.name): \(check.obstacle ?? "can be opened")"
        )
    }
}
