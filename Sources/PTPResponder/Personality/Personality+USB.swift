extension Personality {
    /// The numbers of a body on USB, vendor and product.
    ///
    /// Those of the EOS bodies are the ones under which libgphoto2's list of devices has them.
    var usbNumbers: (vendor: UInt16, product: UInt16) {
        switch name {
        case Self.canonEOSR5.name: (0x04A9, 0x32F4)
        case Self.canonEOS80D.name: (0x04A9, 0x3294)
        default: (USBIdentity.testVendor, USBIdentity.testProduct)
        }
    }
}
