import Foundation

exit(Bindgen(say: { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }).run(Array(CommandLine.arguments.dropFirst())))
