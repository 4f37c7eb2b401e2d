import CVips
import Foundation
import Testing

/// A folder of its own for one test, and what the tests read from it.
final class SampleFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("ziggurat-sample-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String {
        url.appendingPathComponent(name).path
    }

    /// The names of all files, hidden ones included.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }
}

/// The pixels of an image file, read back.
struct DecodedSample: Equatable {
    let width: Int
    let height: Int
    var bytes: [UInt8]

    init(_ path: String) throws {
        let image = try #require(
            zig_image_open(path, path + "[]", 0, 0, -1, 0, -1, nil), "\(path) cannot be opened")
        defer { zig_object_unref(image) }
        #expect(zig_image_get_bands(image) == 3)
        width = Int(zig_image_get_width(image))
        height = Int(zig_image_get_height(image))
        var size = 0
        let memory = try #require(zig_image_write_to_memory(image, &size))
        defer { zig_free(memory) }
        bytes = [UInt8](UnsafeRawBufferPointer(start: memory, count: size))
    }

    func pixel(_ x: Int, _ y: Int) -> SIMD3<UInt8> {
        let at = 3 * (y * width + x)
        return SIMD3(bytes[at], bytes[at + 1], bytes[at + 2])
    }
}
