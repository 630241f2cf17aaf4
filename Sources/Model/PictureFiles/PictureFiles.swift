public import CameraModel
public import ImageFormats

extension PictureMetadata {
    /// Converts a picture's EXIF block to the camera model's metadata.
    public init(_ exif: EXIFMetadata) {
        self.init()
        manufacturer = exif.make
        model = exif.model
        created = exif.created
        exposureTime = exif.exposureTime?.value
        fNumber = exif.fNumber?.value
        isoSpeed = exif.isoSpeed.map { Int($0) }
        exposureCompensation = exif.exposureBias?.value
        focalLength = exif.focalLength?.value
        orientation = exif.orientation.map { Int($0.rawValue) }
        pixelSize = exif.pixelSize.map { PixelSize(width: $0.width, height: $0.height) }
        entries = exif.entries.map {
            Entry(group: "\($0.directory)", tag: $0.tag, name: $0.name ?? "", value: $0.text)
        }
    }
}

extension ItemInfo.Kind {
    /// Determines the kind of a file by its file name extension.
    public init(fileName: String) {
        let ending = fileName.split(separator: ".").last.map { $0.lowercased() } ?? ""
        switch ending {
        case "jpg", "jpeg", "heic", "hif", "tif", "tiff", "png": self = .image
        case "dng", "cr2", "cr3", "nef", "arw", "raf", "orf", "rw2": self = .rawImage
        case "mov", "mp4", "avi", "mts": self = .video
        default: self = .other
        }
    }
}
