import CameraModel
import Exposure
import HotShoeSupport
import ImageFormats
import PictureFiles

/// Develops the files of exposed pictures. Slow: runs on the simulator's own thread. **Single-owner.**
struct PictureDeveloper: ~Copyable {
    private var renderer: PictureRenderer?
    private let configuration: CameraSimulator.Configuration

    init(_ configuration: CameraSimulator.Configuration) {
        self.configuration = configuration
    }

    /// Develops the files of a shot and keeps them in `store`, or writes them to `folder`. Returns the job with their sizes,
    /// and with other names if the names exist in the folder.
    mutating func develop(_ requested: DevelopmentJob, into store: FileStore, folder: String?) -> DevelopmentJob {
        var job = requested
        do throws(CameraError) {
            var pictures: [RenderedPicture] = []
            for file in job.files { pictures.append(try render(job, isRAW: file.isRAW)) }
            var sources = pictures.map { FileStore.Source.memory($0.file) }
            if let folder { sources = try Self.write(pictures.map(\.file), &job, below: folder).map { .path($0) } }
            for (index, picture) in pictures.enumerated() {
                job.files[index].size = UInt64(picture.file.count)
                job.previewSize = UInt64(picture.preview.count)
                store[job.files[index].handle] = .init(
                    source: sources[index],
                    thumbnail: picture.thumbnail,
                    preview: picture.preview
                )
            }
        } catch {
            job.failure = error
        }
        return job
    }

    /// Writes the files of a shot under the first number for which all names are free, as another program may also write into
    /// the folder.
    private static func write(
        _ files: [[UInt8]],
        _ job: inout DevelopmentJob,
        below folder: String
    ) throws(CameraError) -> [CardPath] {
        let place = try CardPath.pictureFolder(below: folder)
        for attempt in 0..<9999 {
            let names = job.files.map { PictureNumber.advance($0.name, by: attempt) }
            let paths = names.map { place.appending($0) }
            guard try write(files, to: paths) else { continue }
            for (index, name) in names.enumerated() { job.files[index].name = name }
            return paths
        }
        throw CameraError(.cardError, "Every picture number is taken in \(place.text). Move pictures to another folder.")
    }

    /// Writes all files, or none if one of the names is taken or the folder cannot be written.
    private static func write(_ files: [[UInt8]], to paths: [CardPath]) throws(CameraError) -> Bool {
        var written: [CardPath] = []
        var isWhole = false
        defer { if !isWhole { for path in written { path.remove() } } }
        for (bytes, path) in zip(files, paths) {
            guard try path.write(bytes) else { return false }
            written.append(path)
        }
        isWhole = true
        return true
    }

    /// Develops a sample picture.
    mutating func developSample(_ view: SceneView, _ date: CameraDate) throws(CameraError) -> RenderedPicture {
        let exposure = BodyOptics.expose(BodySettings(), lightOffset: 0)
        let job = DevelopmentJob(
            shot: 0,
            view: view,
            size: configuration.pictureSize,
            quality: 92,
            exposure: exposure,
            settings: BodySettings(),
            date: date,
            files: []
        )
        return try render(job, isRAW: false)
    }

    private mutating func render(_ job: DevelopmentJob, isRAW: Bool) throws(CameraError) -> RenderedPicture {
        do throws(ImageFormatError) {
            if renderer == nil { renderer = try PictureRenderer() }
            let size = ImageSize(width: job.size.width, height: job.size.height)
            let metadata = metadata(job)
            return isRAW
                ? try renderer!.dng(of: job.view, size: size, metadata: metadata)
                : try renderer!.jpeg(of: job.view, size: size, quality: job.quality, metadata: metadata)
        } catch {
            throw CameraError(.cardError, "The picture could not be made: \(error.message).")
        }
    }

    private func metadata(_ job: DevelopmentJob) -> EXIFMetadata {
        var metadata = EXIFMetadata()
        metadata.make = configuration.manufacturer
        metadata.model = configuration.model
        metadata.bodySerialNumber = configuration.serialNumber
        metadata.lensModel = "Simulated Lens 35mm F2.8"
        metadata.software = "\(configuration.model) \(configuration.firmwareVersion)"
        metadata.created = job.date
        let shutter = job.exposure.shutterSpeed
        metadata.exposureTime = shutter.numerator.flatMap { numerator in
            shutter.denominator.map { EXIFRational(numerator, $0) }
        }
        metadata.fNumber = job.exposure.aperture.fNumber.map { EXIFRational(UInt32(($0 * 100).rounded()), 100) }
        metadata.isoSpeed = job.exposure.isoSpeed.speed.map { UInt32($0) }
        metadata.exposureBias = job.settings.exposureCompensation.stops.map { EXIFSignedRational(Int32($0.sixths), 6) }
        metadata.exposureProgram = EXIFExposureProgram(job.settings.exposureMode)
        metadata.meteringMode = [.pattern, .centerWeightedAverage, .spot][job.settings.meteringMode]
        metadata.flash = job.settings.flashMode == .off || job.settings.flashMode == .automatic ? .off : .firedCompulsory
        metadata.focalLength = EXIFRational(35, 1)
        metadata.whiteBalance = job.settings.whiteBalance == .automatic ? .automatic : .manual
        metadata.orientation = EXIFOrientation(job.view.rollDegrees)
        return metadata
    }
}

extension EXIFExposureProgram {
    init(_ mode: ExposureMode) {
        switch mode {
        case .fullyAutomatic, .program, .flexiblePriority: self = .normal
        case .aperturePriority: self = .aperturePriority
        case .shutterPriority: self = .shutterPriority
        case .manual, .bulb: self = .manual
        }
    }
}

extension EXIFOrientation {
    /// Returns the orientation for a clockwise rotation of the camera in degrees.
    init(_ rollDegrees: Double) {
        let roll = rollDegrees < 0 ? rollDegrees + 360 : rollDegrees
        switch LiveViewOrientation(rollDegrees: roll) {
        case .landscape: self = .up
        case .upsideDown: self = .down
        case .portraitRight: self = .right
        case .portraitLeft: self = .left
        }
    }
}
