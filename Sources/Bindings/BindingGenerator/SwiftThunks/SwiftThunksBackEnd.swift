/// The Swift code that implements the C header.
struct SwiftThunksBackEnd: BackEnd {
    let name = "swift"
    let folder = "swift"
    let marks = [FileMark(suffixes: [".swift"], openings: ["// \(FileMark.generator)"])]

    func files(for library: LoweredLibrary) -> [Generator.File] {
        ThunkEmitter(library: library).files()
    }
}
