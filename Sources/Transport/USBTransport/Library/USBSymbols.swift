internal import CLibUSB
import Glibc
import HotShoeSupport

/// The functions of libusb that are used, with the types from its header.
@safe
struct USBSymbols: Sendable {
    // SAFETY: functions of a library that is never unloaded, with the types from its header.
    var initialise: LibUSBInit
    var version: LibUSBGetVersion
    var hasCapability: LibUSBHasCapability
    var deviceList: LibUSBGetDeviceList
    var freeDeviceList: LibUSBFreeDeviceList
    var deviceDescriptor: LibUSBGetDeviceDescriptor
    var activeConfigDescriptor: LibUSBGetActiveConfigDescriptor
    var configDescriptor: LibUSBGetConfigDescriptor
    var freeConfigDescriptor: LibUSBFreeConfigDescriptor
    var busNumber: LibUSBGetBusNumber
    var deviceAddress: LibUSBGetDeviceAddress
    var portNumbers: LibUSBGetPortNumbers
    var deviceSpeed: LibUSBGetDeviceSpeed
    var open: LibUSBOpen
    var close: LibUSBClose
    var setAutoDetachKernelDriver: LibUSBSetAutoDetachKernelDriver
    var claimInterface: LibUSBClaimInterface
    var releaseInterface: LibUSBReleaseInterface
    var setInterfaceAltSetting: LibUSBSetInterfaceAltSetting
    var clearHalt: LibUSBClearHalt
    var resetDevice: LibUSBResetDevice
    var controlTransfer: LibUSBControlTransfer
    var allocTransfer: LibUSBAllocTransfer
    var freeTransfer: LibUSBFreeTransfer
    var submitTransfer: LibUSBSubmitTransfer
    var cancelTransfer: LibUSBCancelTransfer
    var handleEvents: LibUSBHandleEventsCompleted
    var registerHotplug: LibUSBHotplugRegisterCallback
    var errorName: LibUSBErrorName

    private static let fileName = "libusb-1.0.so.0"

    /// Loads the library and its functions.
    static func loaded() throws(USBError) -> Self {
        let library: UnsafeMutableRawPointer
        do { unsafe library = try SharedLibrary.load([fileName]) } catch { throw .libraryMissing(error.reason) }
        return unsafe Self(
            initialise: try function("libusb_init", in: library),
            version: try function("libusb_get_version", in: library),
            hasCapability: try function("libusb_has_capability", in: library),
            deviceList: try function("libusb_get_device_list", in: library),
            freeDeviceList: try function("libusb_free_device_list", in: library),
            deviceDescriptor: try function("libusb_get_device_descriptor", in: library),
            activeConfigDescriptor: try function("libusb_get_active_config_descriptor", in: library),
            configDescriptor: try function("libusb_get_config_descriptor", in: library),
            freeConfigDescriptor: try function("libusb_free_config_descriptor", in: library),
            busNumber: try function("libusb_get_bus_number", in: library),
            deviceAddress: try function("libusb_get_device_address", in: library),
            portNumbers: try function("libusb_get_port_numbers", in: library),
            deviceSpeed: try function("libusb_get_device_speed", in: library),
            open: try function("libusb_open", in: library),
            close: try function("libusb_close", in: library),
            setAutoDetachKernelDriver: try function("libusb_set_auto_detach_kernel_driver", in: library),
            claimInterface: try function("libusb_claim_interface", in: library),
            releaseInterface: try function("libusb_release_interface", in: library),
            setInterfaceAltSetting: try function("libusb_set_interface_alt_setting", in: library),
            clearHalt: try function("libusb_clear_halt", in: library),
            resetDevice: try function("libusb_reset_device", in: library),
            controlTransfer: try function("libusb_control_transfer", in: library),
            allocTransfer: try function("libusb_alloc_transfer", in: library),
            freeTransfer: try function("libusb_free_transfer", in: library),
            submitTransfer: try function("libusb_submit_transfer", in: library),
            cancelTransfer: try function("libusb_cancel_transfer", in: library),
            handleEvents: try function("libusb_handle_events_completed", in: library),
            registerHotplug: try function("libusb_hotplug_register_callback", in: library),
            errorName: try function("libusb_error_name", in: library)
        )
    }

    private static func function<Function>(_ name: String, in library: UnsafeMutableRawPointer) throws(USBError) -> Function {
        guard let address = unsafe dlsym(library, name) else {
            throw .libraryUnusable("the \(fileName) of this machine has no \(name): install a newer libusb-1.0-0")
        }
        // SAFETY: `Function` is the type that <libusb.h> declares for this name; all function pointers have the same size.
        return unsafe unsafeBitCast(address, to: Function.self)
    }
}
