internal import CLibUSB

extension LibUSBHandle {
    /// Opens a device and claims its interface; detaches a kernel driver for that time.
    static func opened(
        _ pointer: OpaquePointer,
        _ device: USBDevice,
        _ interface: StillImageInterface,
        _ symbols: USBSymbols,
        whenClosed: @escaping @Sendable () -> Void
    ) -> Result<LibUSBHandle, USBOpenError> {
        var opened: OpaquePointer?
        let code = unsafe symbols.open(pointer, &opened)
        guard code == 0, let handle = unsafe opened else { return .failure(error(code, device, symbols)) }
        // Not supported on every system, and not required on each.
        unsafe _ = symbols.setAutoDetachKernelDriver(handle, 1)
        let claim = unsafe symbols.claimInterface(handle, Int32(interface.number))
        if claim != 0 {
            unsafe symbols.close(handle)
            return .failure(error(claim, device, symbols))
        }
        let made = unsafe LibUSBHandle(handle, interface: interface.number, symbols, whenClosed: whenClosed)
        if interface.alternateSetting != 0 {
            let setting = unsafe symbols.setInterfaceAltSetting(
                handle,
                Int32(interface.number),
                Int32(interface.alternateSetting)
            )
            if setting != 0 { return .failure(error(setting, device, symbols)) }
        }
        return .success(made)
    }

    private static func error(_ code: Int32, _ device: USBDevice, _ symbols: USBSymbols) -> USBOpenError {
        switch USBError(code: code, symbols) {
        case .noPermission: .noPermission(node: device.location.node)
        case .busy: .claimed(by: USBHolder.all(of: device.location.node))
        case .noDevice: .noDevice
        case let error: .usb(error)
        }
    }
}
