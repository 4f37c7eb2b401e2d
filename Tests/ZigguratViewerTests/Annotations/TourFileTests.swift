import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratViewer

@Suite("Tours in Markdown and JSON")
struct TourFileTests {
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 40)
    static let wave = Array("RIFF....WAVEfmt ".utf8)

    /// Creates a folder with images and sounds, a file outside it, and a link to this file.
    private static func with(
        _ body: (TemporaryFolder) throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            for (name, bytes) in [
                ("tour/Big Organ.JPG", jpeg), ("tour/more/bell.wav", wave),
                ("tour/false.png", jpeg),
                ("tour/script.svg", Array("<svg/>".utf8)), ("outside.jpg", jpeg),
            ] {
                try FileSystem.makeFolders(folder[name].deletingLastPathComponent().path)
                try FileSystem.replace(folder[name].path, with: bytes)
            }
            try FileManager.default.createSymbolicLink(
                at: folder["tour/link.jpg"], withDestinationURL: folder["outside.jpg"])
            try body(folder)
        }
    }

    private static func read(_ text: String, in folder: TemporaryFolder) throws -> TourFile {
        try TourFile(Array(text.utf8), beside: folder["tour/tour.md"].path)
    }

    static let markdown = """
        # The *tower*

        Begin **here**.

        ## All of it
        [view](index.html)

        Two lines
        of <b>one</b> & paragraph.

        See [the *site*](https://example.org/a?b=1&c), [mail](mailto:a@example.org) or
        [the moon](#xywh=1,2,3,4&step=2).

        ## The organ
        [the view](https://example.org/p/index.html?x=1#rotate=90&xywh=10,20,30.5,40&flip=1&step=9)

        ![An organ](Big Organ.JPG)
        [Listen](more/bell.wav)
        **a *b* c** \\*d\\* 2 * 3 [no link] *open
        """

    static let tour = Tour(
        title: "The *tower*",
        introduction: [
            [Tour.Span("Begin "), Tour.Span("here", isStrong: true), Tour.Span(".")]
        ],
        steps: [
            Tour.Step(
                title: "All of it", view: "",
                text: [
                    [Tour.Span("Two lines of <b>one</b> & paragraph.")],
                    [
                        Tour.Span("See "),
                        Tour.Span("the *site*", address: "https://example.org/a?b=1&c"),
                        Tour.Span(", "), Tour.Span("mail", address: "mailto:a@example.org"),
                        Tour.Span(" or "), Tour.Span("the moon", address: "#xywh=1,2,3,4"),
                        Tour.Span("."),
                    ],
                ]),
            Tour.Step(
                title: "The organ", view: "xywh=10,20,30.5,40&rotate=90&flip=1",
                text: [
                    [
                        Tour.Span("a ", isStrong: true),
                        Tour.Span("b", isStrong: true, isEmphasized: true),
                        Tour.Span(" c", isStrong: true),
                        Tour.Span(" *d* 2 * 3 [no link] *open"),
                    ]
                ],
                image: Tour.Media(file: "big-organ.jpg", text: "An organ"),
                sound: Tour.Media(file: "bell.wav", text: "Listen")),
        ])

    @Test("A tour in Markdown is read with its files")
    func markdownIsRead() async throws {
        try await Self.with { folder in
            let file = try Self.read(Self.markdown, in: folder)
            var expected = Self.tour
            // The names end in the first digits of the checksums.
            let names = file.tour.mediaNames
            expected.steps[1].image?.file =
                "big-organ-\(SHA256.digest(of: Self.jpeg).hex.prefix(8)).jpg"
            expected.steps[1].sound?.file = "bell-\(SHA256.digest(of: Self.wave).hex.prefix(8)).wav"
            #expect(file.tour == expected)
            #expect(names.map { file.media[$0] } == [Self.jpeg, Self.wave])
        }
    }

    @Test("A tour in JSON is read")
    func jsonIsRead() async throws {
        try await Self.with { folder in
            let file = try Self.read(
                ##"""
                {"title": "T", "text": "One.\n\nTwo.", "steps": [
                  {"title": "A", "view": {"x": 1, "y": 2.5, "width": 3, "height": 4},
                   "image": {"file": "Big Organ.JPG", "alt": "An organ"}, "seconds": 2.5},
                  {"title": "B", "view": "#", "sound": "more/bell.wav", "text": "*x*"}]}
                """##, in: folder)
            #expect(file.tour.introduction == [[Tour.Span("One.")], [Tour.Span("Two.")]])
            #expect(file.tour.steps.map(\.view) == ["xywh=1,2.5,3,4", ""])
            #expect(file.tour.steps.map(\.seconds) == [2.5, nil])
            #expect(file.tour.steps[0].image?.text == "An organ")
            #expect(file.tour.steps[1].text == [[Tour.Span("x", isEmphasized: true)]])
            #expect(file.media.count == 2)
        }
    }

    private static let step = "# T\n## A\n[v](#)\n"

    /// The text of a tour, the expected mistake, and its line.
    static let broken: [(String, TourContentError, Int)] = [
        ("", .missingTitle, 1),
        ("Text", .missingTitle, 1),
        ("\n## A", .missingTitle, 2),
        ("# T\n\n", .noSteps, 3),
        ("# T\n#", .emptyHeading, 2),
        ("# T\n# U", .deepHeading, 2),
        (step + "### B", .deepHeading, 4),
        ("# T\n## A\n", .missingView, 2),
        ("# T\n## A\n## B\n[v](#)", .missingView, 2),
        ("# T\n## A\nText", .missingView, 3),
        ("# T\n## A\n![v](#)", .missingView, 3),
        ("# T\n## A\n[v](#xywh=1,2,3)", .invalidView("#xywh=1,2,3"), 3),
        ("# T\n## A\n[v](#xywh=1,2,0,3)", .invalidView("#xywh=1,2,0,3"), 3),
        ("# T\n## A\n[v](#xywh=-1,2,3,4)", .invalidView("#xywh=-1,2,3,4"), 3),
        ("# T\n## A\n[v](#rotate=45)", .invalidView("#rotate=45"), 3),
        ("# T\n## A\n[v](#x=1)", .invalidView("#x=1"), 3),
        ("# T\n## A\n[v](#flip=1&flip=1)", .invalidView("#flip=1&flip=1"), 3),
        ("# T\n## A\n[v](#page=2)", .viewOfOtherImage("#page=2"), 3),
        (step + "see [x](javascript:alert)\n", .unsupportedAddress("javascript:alert"), 4),
        (step + "\n[x](data:text/html,x)", .unsupportedAddress("data:text/html,x"), 5),
        (step + "[x](https://)", .unsupportedAddress("https://"), 4),
        (step + "![](Big Organ.JPG)\n![](Big Organ.JPG)", .secondImage, 5),
        (step + "[](more/bell.wav)\n\n[](more/bell.wav)", .secondSound, 6),
        (step + "![](gone.jpg)", .fileNotFound("gone.jpg"), 4),
        (step + "![](more)", .unknownFileType("more"), 4),
        (step + "![](script.svg)", .unknownFileType("script.svg"), 4),
        (step + "![](more/bell.wav)", .unknownFileType("more/bell.wav"), 4),
        (step + "![](false.png)", .otherContent("false.png"), 4),
        (step + "![](../outside.jpg)", .fileOutside("../outside.jpg"), 4),
        (step + "![](link.jpg)", .fileOutside("link.jpg"), 4),
        (step + "![](/etc/x.jpg)", .fileOutside("/etc/x.jpg"), 4),
        (
            "# T\n" + String(repeating: "## A\n[v](#)\n", count: 201),
            .tooManySteps(limit: 200), 402
        ),
    ]

    @Test("A mistake is reported with its line", arguments: broken)
    func mistakes(text: String, mistake: TourContentError, line: Int) async throws {
        try await Self.with { folder in
            let error = #expect(throws: ZigguratError.self) {
                try Self.read(text, in: folder)
            }
            guard case .invalid(let found, .line(let number)) = error?.reason as? TourError else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(found == mistake)
            #expect(number == line)
        }
    }

    @Test(
        "A mistake in JSON is reported with its path",
        arguments: [
            (##"{"title": "T"}"##, "missingMember", ""),
            (##"{"title": "T", "steps": 7}"##, "expectedArray", "steps"),
            (##"{"title": "T", "steps": []}"##, "noSteps", "steps"),
            (##"{"title": "T", "steps": [{"title": "A"}]}"##, "missingMember", "steps[0]"),
            (
                ##"{"title": "T", "steps": [{"title": "A", "view": {"x": 1}}]}"##, "missingMember",
                "steps[0].view"
            ),
            (
                ##"{"title": "T", "steps": [{"title": "A", "view": "#", "seconds": 0}]}"##,
                "invalidSeconds", "steps[0].seconds"
            ),
            (
                ##"{"title": "T", "steps": [{"title": "A", "view": "#", "image": {"file": "x.jpg"}}]}"##,
                "fileNotFound", "steps[0].image.file"
            ),
            (##"{"title": }"##, "notJSON", ""),
        ])
    func jsonMistakes(text: String, mistake: String, place: String) async throws {
        try await Self.with { folder in
            let error = #expect(throws: ZigguratError.self) {
                try Self.read(text, in: folder)
            }
            let found: (String, String)? =
                switch error?.reason as? TourError {
                case .invalid(let mistake, .value(let place)): ("\(mistake)", place)
                case .invalidJSON(let mistake, let place): ("\(mistake)", place)
                default: nil
                }
            #expect(found?.0.hasPrefix(mistake) == true && found?.1 == place, "\(found as Any)")
        }
    }

    @Test("Invalid UTF-8 is reported with its line")
    func notUTF8() throws {
        let error = #expect(throws: ZigguratError.self) {
            try TourFile(Array("# T\n".utf8) + [0xFF], beside: "/tmp/tour.md")
        }
        #expect(error?.reason as? TourError == .invalid(.notUTF8, .line(2)))
    }

    @Test("Long lines of markup are parsed in little time")
    func marks() throws {
        for mark in ["*", "**", "[", "[](", "\\", "](", "[a](#)", "*a"] {
            let line = String(repeating: mark, count: 60_000 / mark.count)
            _ = try TourText.spans(in: line)
        }
    }
}
