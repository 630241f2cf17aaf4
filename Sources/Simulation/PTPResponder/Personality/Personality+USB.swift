extension Personality {
    /// USB vendor and product ID of the body. Those of the EOS bodies are taken from libgphoto2's device list.
    var usbNumbers: (vendor: UInt16, product: UInt16) {
        switch name {
        case Self.canonEOSR5.name: (0x04A9, 0x32F4)
        case Self.canonEOS80D.name: (0x04A9, 0x3294)
        default: (USBIdentity.testVendor, USBIdentity.testProduct)
        }
    }
}
