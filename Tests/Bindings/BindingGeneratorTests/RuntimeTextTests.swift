import BindingModel
import Testing

@testable import BindingGenerator
@testable import BindingTexts

@Suite("Texts of the runtimes") struct RuntimeTextTests {
    @Test("placeholders are replaced in one pass, and other words are not")
    func placeholders() {
        var placeholders = Placeholders(prefix: "zoo")
        placeholders["the_objects\n"] = "the_prefix\n"
        let text = "the_prefix_error *the THE_PREFIX_OK\nthe_objects\nThe tailor"
        #expect(placeholders.fill(text) == "zoo_error *the ZOO_OK\nthe_prefix\nThe tailor")
        #expect(placeholders["the_prefix"] == "zoo" && placeholders["the_package"] == nil)
    }

    @Test("every placeholder of a text has a value")
    func complete() {
        let object = TypeDeclaration(
            identifier: TypeIdentifier(usr: "s:3Zoo6KeeperC"),
            module: "Zoo",
            path: ["Keeper"],
            spelling: "Zoo.Keeper",
            kind: .object(ObjectType()),
            functions: [Function(usr: "s:1", name: "date", receiver: .borrowed, result: .date)]
        )
        let library = Library(name: "zoo", modules: ["Zoo"], types: [object])
        for file in Generator(library, languages: [.c, .cpp, .python, .csharp, .rust]).generate().files {
            let left = file.text.split { !($0.isLetter || $0 == "_") }.first { $0.lowercased().hasPrefix("the_") }
            #expect(left == nil, "\(file.path)")
        }
    }

    @Test("a file's text is without the line break at its end")
    func ends() {
        #expect(RuntimeText(Array("a\n\n".utf8)).template == "a\n")
        #expect(RuntimeText(Array("// swift-format-ignore-file\n\na\n".utf8)).template == "\na")
        #expect(RuntimeText.cPlusPlus.count == 9 && RuntimeText.pythonExtension.count == 7)
        #expect(RuntimeText.cSharp.count == 8)
    }
}
