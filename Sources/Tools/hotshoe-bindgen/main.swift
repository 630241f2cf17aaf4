import ArgumentParsing
import Foundation

let bindgen = Bindgen(printMessage: { FileHandle.standardError.write(Data(($0 + "\n").utf8)) })
do throws(UsageError) {
    exit(bindgen.run(try RawArguments.decode(RawArguments.ofThisProcess())))
} catch {
    bindgen.printMessage("hotshoe-bindgen: \(error.text)")
    exit(64)
}
