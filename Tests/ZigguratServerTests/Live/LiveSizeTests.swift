import Foundation
import TestSupport
import Testing
import ZigguratKit

@Suite struct LiveSizeTests {
    @Test(
        arguments: [
            ("a-width160.jpg", "a", SizeRequest.Kind.width(160), "jpg"),
            ("a-width-height90.webp", "a-width", .height(90), "webp"),
            ("x/y-fit800x600.png", "x/y", .fit(PixelSize(width: 800, height: 600)), "png"),
            ("a-square150.jpg", "a", .square(150), "jpg"),
        ] as [(String, String, SizeRequest.Kind, String)])
    func addresses(path: String, name: String, kind: SizeRequest.Kind, ending: String) throws {
        let request = try #require(try SizeNaming().request(at: path))
        #expect(request.name == name && request.kind == kind)
        #expect(request.format.fileExtension == ending)
        #expect(try SizeNaming().path(of: request) == path)
        let other = try SizeNaming("{kind}/{value}/{name}.{ext}")
        #expect(other.request(at: other.path(of: request)) == request)
    }

    @Test(arguments: [
        "a-width.jpg", "a-width0.jpg", "a-width01.jpg", "a-width160.gif", "a-fit160.jpg",
        "a-width160x9.jpg", "-width160.jpg", "a-depth160.jpg", "a-width160.jpgx", "",
        "a-width99999999999999999999.jpg", "a-fit8x.jpg",
    ])
    func otherAddresses(path: String) throws {
        #expect(try SizeNaming().request(at: path) == nil)
    }

    @Test(arguments: [
        "", "{name}.{ext}", "{name}{kind}{value}{ext}{ext}", "{x}{name}{kind}{value}{ext}",
    ])
    func invalidTemplates(template: String) {
        let error = #expect(throws: ZigguratError.self) { try SizeNaming(template) }
        #expect(error?.reason as? LiveError == .sizeTemplate(template))
    }

    @Test func `Images of allowed sizes have the pixels of a reduction by libvips`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            try await TestPicture(width: 640, height: 400).write(to: folder["images/a.png"])
            try await LiveServer.with(sizes: [64, 100, 200, 800], in: folder) { live in
                let table: [(String, Int, String)] = [
                    ("a-width200.png", 200, "200x125"), ("a-height100.webp", 200, "160x100"),
                    ("a-fit100x100.jpg", 200, "100x63"), ("a-square64.png", 200, "64x64"),
                    ("a-width800.jpg", 404, ""), ("a-width201.jpg", 404, ""),
                    ("b-width200.jpg", 404, ""), ("a-fit100x99.jpg", 404, ""),
                ]
                for (path, status, size) in table {
                    let answer = try await live.get(path)
                    #expect(answer.status == status, "\(path)")
                    guard status == 200 else { continue }
                    let file = try folder.write(answer.body, to: path)
                    let header = try await Shell.run("vipsheader", [file.path]).orThrow().output
                    #expect(header.contains(" \(size) "), "\(header)")
                }
                let judge = folder["judge.png"]
                try await Shell.run(
                    "vips",
                    ["resize", folder["images/a.png"].path, judge.path, "0.3125"]
                ).orThrow()
                let (one, other) = (
                    try await PixelPicture.read(folder["a-width200.png"]),
                    try await PixelPicture.read(judge)
                )
                #expect(one.samples.count == other.samples.count)
                let isEqual = one.samples == other.samples
                #expect(isEqual)
            }
        }
    }

    /// Checks the files of the cache and the processor time of rejected requests.
    @Test func `A rejected size takes neither cache nor processor time`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            try await TestPicture(width: 640, height: 400).write(to: folder["images/a.png"])
            try await LiveServer.with(sizes: [100], in: folder) { live in
                let before = try FolderListing.files(in: folder["cache"])
                let script = """
                    import sys, http.client
                    server = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]))
                    wrong = 0
                    for number in range(10000):
                        server.request("GET", f"/a-width{number + 101}.jpg")
                        answer = server.getresponse()
                        answer.read()
                        wrong += answer.status != 404
                    print(wrong)
                    """
                let result = try await Judge.run(script: script, ["\(live.server.port)"]).orThrow()
                #expect(result.output.trimmingCharacters(in: .whitespacesAndNewlines) == "0")
                #expect(try FolderListing.files(in: folder["cache"]) == before)
            }
        }
    }
}
