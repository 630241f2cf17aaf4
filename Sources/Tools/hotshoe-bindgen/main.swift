import Foundation

exit(
    Bindgen(printMessage: { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }).run(
        Array(CommandLine.arguments.dropFirst())
    )
)
