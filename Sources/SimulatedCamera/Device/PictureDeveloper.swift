import CameraModel
import Exposure
import HotShoeSupport
import ImageFormats
import PictureFiles

/// Makes the files of exposed pictures. Slow work: runs on the simulator's own thread. **Single-owner.**
struct PictureDeveloper: ~Copyable {
    private var renderer: PictureRenderer?
    private let configuration: CameraSimulator.Configuration

    init(_ configuration: CameraSimulator.Configuration) {
        self.configuration = configuration
    }

    /// Makes the files of a shot and keeps them in `store`, or writes them to `folder`; returns the job with their sizes.
    mutating func develop(_ asked: DevelopmentJob, into store: FileStore, folder: String?) -> DevelopmentJob {
        var job = asked
        do throws(CameraError) {
            for index in job.files.indices {
                let picture = try render(job, isRAW: job.files[index].isRAW)
                job.files[index].size = UInt64(picture.file.count)
                job.previewSize = UInt64(picture.preview.count)
                var source = FileStore.Source.memory(picture.file)
                if let folder {
                    let path = "\(folder)/DCIM/100HOTSH/\(job.files[index].name)"
                    try FileStore.write(picture.file, to: path)
                    source = .path(path)
                }
                store[job.files[index].handle] = .init(source: source, thumbnail: picture.thumbnail, preview: picture.preview)
            }
        } catch {
            store.discard(job.files.map(\.handle))
            job.failure = error
        }
        return job
    }

    /// Takes a picture of long ago.
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
            throw CameraError(.cardError, "the picture could not be made: \(error.message)")
        }
    }

    private func metadata(_ job: DevelopmentJob) -> EXIFMetadata {
        var metadata = EXIFMetadata()
        metadata.make = configuration.manufacturer
        metadata.model = configuration.model
        metadata.bodySerialNumber = configuration.serialNumber
        metadata.lensModel = "Simulated Lens 35mm F2.8"
        metadata.software = "\(configuration.model) \(configuration.firmwareVersion)"
        metadata.dateTimeOriginal = EXIFDateTime(job.date)
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

extension EXIFDateTime {
    init(_ date: CameraDate) {
        self.init(
            year: date.year,
            month: date.month,
            day: date.day,
            hour: date.hour,
            minute: date.minute,
            second: date.second,
            milliseconds: date.millisecond,
            utcOffsetMinutes: date.utcOffsetMinutes
        )
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
    /// How to turn a picture that was taken with the camera turned so far clockwise.
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
