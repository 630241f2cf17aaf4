// Types and constants only. Nothing is linked: the functions are looked up at run time, so that a program loads where the
// library is not installed.
#include <libusb-1.0/libusb.h>

// The types of those functions, as the header declares them.
typedef __typeof__(&libusb_init) LibUSBInit;
typedef __typeof__(&libusb_get_version) LibUSBGetVersion;
typedef __typeof__(&libusb_has_capability) LibUSBHasCapability;
typedef __typeof__(&libusb_get_device_list) LibUSBGetDeviceList;
typedef __typeof__(&libusb_free_device_list) LibUSBFreeDeviceList;
typedef __typeof__(&libusb_get_device_descriptor) LibUSBGetDeviceDescriptor;
typedef __typeof__(&libusb_get_active_config_descriptor) LibUSBGetActiveConfigDescriptor;
typedef __typeof__(&libusb_get_config_descriptor) LibUSBGetConfigDescriptor;
typedef __typeof__(&libusb_free_config_descriptor) LibUSBFreeConfigDescriptor;
typedef __typeof__(&libusb_get_bus_number) LibUSBGetBusNumber;
typedef __typeof__(&libusb_get_device_address) LibUSBGetDeviceAddress;
typedef __typeof__(&libusb_get_port_numbers) LibUSBGetPortNumbers;
typedef __typeof__(&libusb_get_device_speed) LibUSBGetDeviceSpeed;
typedef __typeof__(&libusb_open) LibUSBOpen;
typedef __typeof__(&libusb_close) LibUSBClose;
typedef __typeof__(&libusb_set_auto_detach_kernel_driver) LibUSBSetAutoDetachKernelDriver;
typedef __typeof__(&libusb_claim_interface) LibUSBClaimInterface;
typedef __typeof__(&libusb_release_interface) LibUSBReleaseInterface;
typedef __typeof__(&libusb_set_interface_alt_setting) LibUSBSetInterfaceAltSetting;
typedef __typeof__(&libusb_clear_halt) LibUSBClearHalt;
typedef __typeof__(&libusb_reset_device) LibUSBResetDevice;
typedef __typeof__(&libusb_control_transfer) LibUSBControlTransfer;
typedef __typeof__(&libusb_alloc_transfer) LibUSBAllocTransfer;
typedef __typeof__(&libusb_free_transfer) LibUSBFreeTransfer;
typedef __typeof__(&libusb_submit_transfer) LibUSBSubmitTransfer;
typedef __typeof__(&libusb_cancel_transfer) LibUSBCancelTransfer;
typedef __typeof__(&libusb_handle_events_completed) LibUSBHandleEventsCompleted;
typedef __typeof__(&libusb_hotplug_register_callback) LibUSBHotplugRegisterCallback;
typedef __typeof__(&libusb_error_name) LibUSBErrorName;
