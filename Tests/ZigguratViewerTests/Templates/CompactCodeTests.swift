import Testing

@testable import ZigguratViewer

@Suite("Comments and white space of the built-in scripts and styles") struct CompactCodeTests {
    @Test(
        "Compact scripts have no comment lines, indentation, redundant spaces, line breaks or semicolons",
        arguments: [
            ("a\n// b\n  // c\n  d // e\n", "a\nd // e\n"),
            ("if (a === b) {\n    c = d - e, f;\n}\n", "if(a===b){c=d-e,f}"),
            ("a = 'b = c' + \"d, ' e\" ;\n", "a='b = c'+\"d, ' e\";"),
            ("a = b / (c * d) ;\ne = `f = g`;\n", "a=b /(c*d);e=`f = g`;\n"),
            ("a = b.match(/ c = /) ;\n", "a=b.match(/ c = /) ;\n"),
            ("a = '/ `' + b ;\nc = '\\' ; }' ;\n", "a='/ `'+b;c='\\' ; }' ;\n"),
            ("a = b + c - -d + ++e - f;\n", "a=b+c - -d + ++e-f;"),
            ("/* a */\nb\n", "b\n"),
            ("/**\n * a\n */\nb\n\n\nc\n", "b\nc\n"),
            (
                "  /** @type {A} */\n  let a = /** @type {B} */ (b);\n",
                "let a=(b);"
            ),
            ("/** @type {A} */ (b).c();\n", "(b).c();"),
            (
                "f(\n    a,\n    [\n        b ? c\n            : d,\n    ]);\n}\n",
                "f(a,[b?c:d,])}"
            ),
            ("a = b\n    .c()\n    && /d e;/;\n", "a=b.c()&&/d e;/;\n"),
            ("a = `b`\n    .c();\n", "a=`b`\n.c();"),
            ("a = '; }';\nfor (;;) {\n    b();\n}\nc();\n", "a='; }';for(;;){b()}c();"),
            ("f((/** @type {A} */ a, b) => a /* c */ / b);\n", "f((a,b)=>a /* c */ / b);\n"),
        ])
    func script(script: String, code: String) {
        #expect(String(decoding: CompactCode.script(Array(script.utf8)), as: UTF8.self) == code)
    }

    @Test(
        "White space of a style stays where it has a meaning",
        arguments: [
            ("a {\n    b: c;\n    d: e f;\n}\n", "a{b:c;d:e f}"),
            (
                "a :is(b, c) > d:not(e) { f: calc(1px + 2 * g); }",
                "a :is(b,c)>d:not(e){f:calc(1px + 2 * g)}"
            ),
            ("/* a */ b { c: \"; d /* e */  } \"; }", "b{c:\"; d /* e */  } \"}"),
            ("@media (a: b) and (c: d) {\n    e { f: g; }\n}", "@media (a:b) and (c:d){e{f:g}}"),
        ])
    func style(style: String, code: String) {
        #expect(String(decoding: CompactCode.style(Array(style.utf8)), as: UTF8.self) == code)
    }

    @Test("Built-in scripts contain no code that would change its meaning")
    func texts() {
        #expect(Asset.code.count > 30)
        for (name, bytes) in Asset.code {
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            for line in lines where !line.contains("//") {
                #expect(line.count { $0 == "`" }.isMultiple(of: 2), "\(name): \(line)")
                #expect(!line.contains(#/[=(,:?&|] / /#), "\(name): \(line)")
            }
            #expect(!lines.contains { $0.hasSuffix("\\") }, "\(name)")
        }
    }
}
