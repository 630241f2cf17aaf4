extension JPEGDecoder {
    /// Limits on the work of decoding a picture, checked before memory is allocated for it.
    ///
    /// The defaults admit what cameras and telephones make, of which the largest have 200 million pixels and one scan. No camera
    /// is known that makes progressive pictures; those of other programs have about ten scans.
    public struct Limits: Sendable, Hashable {
        /// Maximum number of pixels of a picture.
        public var maximumPixelCount = 200_000_000
        /// Maximum number of pixels times the number of scans, each of which passes over the whole picture.
        public var maximumScannedPixelCount = 500_000_000
        /// Maximum memory for the coefficients of a picture with several scans, in bytes. A picture with one needs some rows.
        public var maximumCoefficientByteCount = 256 << 20

        /// Creates the default limits.
        public init() {}

        /// Checks the size of a picture. **Errors**: `.tooLarge`.
        func check(_ size: ImageSize, _ pixelCount: Int) throws(ImageFormatError) {
            if pixelCount > maximumPixelCount {
                throw Self.tooLarge("the picture is \(size) pixels; at most \(maximumPixelCount) are allowed")
            }
        }

        /// Checks the scans of a picture. **Errors**: `.tooLarge`.
        func check(_ size: ImageSize, _ scans: JPEGScans) throws(ImageFormatError) {
            let (scanned, overflow) = (size.pixelCount ?? 0).multipliedReportingOverflow(by: scans.count)
            if overflow || scanned > maximumScannedPixelCount {
                throw Self.tooLarge(
                    "the picture is \(size) pixels in \(scans.count) scans; at most \(maximumScannedPixelCount) are allowed in all"
                )
            }
            if scans.coefficientByteCount > maximumCoefficientByteCount {
                throw Self.tooLarge(
                    "the picture needs \(scans.coefficientByteCount) bytes of memory; at most \(maximumCoefficientByteCount) are allowed"
                )
            }
        }

        private static func tooLarge(_ message: String) -> ImageFormatError { ImageFormatError(.tooLarge, in: .jpeg, message) }
    }
}
