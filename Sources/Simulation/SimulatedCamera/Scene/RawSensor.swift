/// Constants and matrices that relate raw samples to colours, for the metadata of a raw file.
enum RawSensor {
    /// Transmission of the colour filters for each channel, relative to green.
    static let response = SIMD3<Double>(0.52, 1, 0.68)
    /// The sample value for no light.
    static let blackLevel: UInt16 = 256
    /// The sample value for a saturated sensor.
    static let whiteLevel: UInt16 = 4095

    /// Returns the ratio of the samples for a neutral colour when the camera assumes light of `kelvin`.
    static func neutral(assuming kelvin: Double) -> SIMD3<Double> {
        let neutral = response / SceneLight.gains(assuming: kelvin)
        return neutral / neutral.max()
    }

    /// Returns the matrix from XYZ to the samples' colours, row by row: to linear sRGB, then through the filters.
    static func colorMatrix(fromXYZ matrix: [Double]) -> [Double] {
        matrix.enumerated().map { index, value in value * response[index / 3] }
    }
}

extension SensorResponse {
    /// Converts a row of light to undeveloped samples: one colour for each pixel, red and green alternating in even rows, green
    /// and blue in odd ones.
    func sample(_ row: borrowing SensorRow, number: Int, into samples: inout MutableSpan<UInt16>) {
        var random = noisePlace(ofRow: number)
        let range = Float(RawSensor.whiteLevel - RawSensor.blackLevel)
        var place = 0
        for index in 0..<min(row.width, samples.count) {
            if index % Self.pieceWidth == 0 { place = Int(random.next() & UInt64(Self.noiseCount - 1)) }
            let light: Float =
                switch (number & 1, index & 1) {
                case (0, 0): unsafe row.red[index] * rawGain.x
                case (1, 1): unsafe row.blue[index] * rawGain.z
                default: unsafe row.green[index] * rawGain.y
                }
            let root = max(light, 0).squareRoot() + noise[place + index % Self.pieceWidth] * deviation
            let level = min(max(root, 0), 1)
            samples[index] = RawSensor.blackLevel + UInt16((level * level * range).rounded())
        }
    }
}
