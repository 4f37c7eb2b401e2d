import Testing

@testable import ZigguratViewer

@Suite("Comments and indentation of the built-in scripts") struct ScriptCommentTests {
    @Test(
        "Indentation and lines that contain only a comment are removed",
        arguments: [
            ("a\n// b\n  // c\n  d // e\n", "a\nd // e\n"),
            ("/* a */\nb\n", "b\n"),
            ("/**\n * a\n */\nb\n\n\nc\n", "b\nc\n"),
            (
                "  /** @type {A} */\n  let a = /** @type {B} */ (b);\n",
                "let a = /** @type {B} */ (b);\n"
            ),
            ("/** @type {A} */ (b).c();\n", "/** @type {A} */ (b).c();\n"),
        ])
    func removed(script: String, code: String) {
        #expect(ScriptComments.removed(from: Array(script.utf8)) == Array(code.utf8))
    }

    @Test("Built-in scripts have no strings of several lines")
    func texts() {
        #expect(Asset.code.count > 30)
        for (name, bytes) in Asset.code {
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            for line in lines where !line.contains("//") {
                #expect(line.count { $0 == "`" }.isMultiple(of: 2), "\(name): \(line)")
            }
            #expect(!lines.contains { $0.hasSuffix("\\") }, "\(name)")
        }
    }
}
