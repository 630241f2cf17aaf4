internal import ImageFormats

/// Draws the scene: any view, at any size, reproducibly.
///
/// Single-owner. It keeps one row and the scene's shapes; after the first frame of a size and seed it allocates no memory.
struct SceneRenderer: ~Copyable {
    private var row = SensorRow(width: 0)
    private var sensor = SensorResponse()
    private var backdrop = SceneBackdrop(seed: 0)
    private var props = SceneProps(seed: 0)
    private var seed: UInt64 = 0
    /// The view and size that the parts above are prepared for.
    private var prepared: (view: SceneView, size: ImageSize)?
    private var geometry: SceneGeometry?

    init() {}

    /// Draws a whole picture into `pixels`: RGB, rows from the top without padding, `size.rgbByteCount` bytes.
    mutating func render(_ view: SceneView, size: ImageSize, into pixels: inout MutableSpan<UInt8>) {
        renderRows(of: view, size: size, first: 0, into: &pixels)
    }

    /// Draws the rows from `first` on of a picture of `size`, as many as fit into `pixels`.
    mutating func renderRows(of view: SceneView, size: ImageSize, first: Int, into pixels: inout MutableSpan<UInt8>) {
        guard let geometry = prepare(view, size) else { return }
        let rowBytes = 3 * size.width
        for index in 0..<min(pixels.count / rowBytes, size.height - first) {
            expose(row: first + index, geometry)
            sensor.develop(row, number: first + index, into: &pixels, at: index * rowBytes)
        }
    }

    /// Computes the raw samples of one row of a picture of `size`.
    mutating func sampleRow(_ number: Int, of view: SceneView, size: ImageSize, into samples: inout MutableSpan<UInt16>) {
        guard let geometry = prepare(view, size) else { return }
        expose(row: number, geometry)
        sensor.sample(row, number: number, into: &samples)
    }

    /// Prepares the parts for a view, unless they are prepared for it.
    private mutating func prepare(_ requested: SceneView, _ size: ImageSize) -> SceneGeometry? {
        guard let pixelCount = size.pixelCount else { return nil }
        if let geometry, let prepared, prepared.view == requested, prepared.size == size { return geometry }
        let view = requested.sanitized
        let geometry = SceneGeometry(view, size: size)
        if row.width != size.width { row = SensorRow(width: size.width) }
        if seed != view.seed {
            seed = view.seed
            backdrop = SceneBackdrop(seed: seed)
            props = SceneProps(seed: seed)
        }
        let blur = view.blur(atFocus: 1)
        backdrop.setSoftness(Float((blur * blur + geometry.pixel * geometry.pixel).squareRoot()))
        props.arrange(for: view, geometry, height: size.height)
        sensor.set(view, pixelCount: pixelCount)
        prepared = (requested, size)
        self.geometry = geometry
        return geometry
    }

    /// Computes the light of one row on the sensor.
    private func expose(row number: Int, _ geometry: SceneGeometry) {
        let path = RowPath(geometry, row: number)
        backdrop.paint(path, into: row)
        for shape in props.shapes where shape.rows.contains(number) { shape.paint(path, into: row) }
    }
}
