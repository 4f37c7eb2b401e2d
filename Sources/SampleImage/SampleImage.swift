internal import CVips
internal import Glibc
internal import ZigguratCore
internal import ZigguratImaging
package import ZigguratSystem

/// A drawn test image of any size with detail at every zoom level: a ziggurat in the evening.
///
/// Equal sizes always give equal pixels.
package struct SampleImage: Sendable {
    /// The largest width and height, in pixels.
    package static let maximumSide = 1_000_000

    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Draws the image on all processors and writes it, a few rows at a time. The memory depends on
    /// the width, not on the height. The file replaces an older file only when it is complete.
    ///
    /// - Parameters:
    ///   - path: the file; its extension selects the ``SampleFormat``.
    ///   - progress: called on the calling thread with the finished part, 0 to 1; returns `false`
    ///     to cancel.
    /// - Throws: ``ZigguratError`` with a ``SampleError``, a `FileError` or `Cancelled`.
    package func write(
        to path: String, progress: ((Double) -> Bool)? = nil
    ) throws(ZigguratError) {
        let sides = 1...Self.maximumSide
        guard sides.contains(width), sides.contains(height) else {
            throw ZigguratError(
                SampleError.size(width: width, height: height, maximum: Self.maximumSide), path)
        }
        guard let format = SampleFormat.of(path) else {
            throw ZigguratError(
                SampleError.unknownExtension(known: SampleFormat.all.flatMap(\.extensions)), path)
        }
        guard max(width, height) <= format.maximumSide else {
            throw ZigguratError(
                SampleError.tooLarge(format: format.name, maximum: format.maximumSide), path)
        }
        guard !FileSystem.isFolder(path) else {
            throw ZigguratError(FileError(.write, .notAFile), path)
        }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        Self.clearPartials(in: String(folder))
        var partial = ""
        do throws(ZigguratError) {
            // If the folder is not writable, writing fails before drawing begins.
            let file = try Self.newPartial(
                in: String(folder), fileExtension: format.extensions[0], &partial)
            defer { file.unlock() }
            try SampleWriter(picture: Picture(width: width, height: height), progress: progress)
                .write(to: "\(partial)[\(format.options)]")
            try FileSystem.move(partial, to: path)
        } catch {
            try? FileSystem.remove(partial)
            throw error.about(path)
        }
    }

    private static let partialPrefix = ".ziggurat-sample-"

    /// Creates a partial file and locks it while it is written.
    ///
    /// libvips opens the existing file. Another process may remove the file before it is locked.
    private static func newPartial(
        in folder: String, fileExtension: String, _ path: inout String
    ) throws(ZigguratError) -> FileHandle {
        while true {
            let random = UInt32.random(in: 0...UInt32.max)
            path = "\(folder)\(partialPrefix)\(random).\(fileExtension)"
            guard let file = opened(path, O_CREAT | O_EXCL) else { throw .file(.write, path) }
            _ = file.lock(waits: true)
            if FileSystem.exists(path) { return file }
        }
    }

    /// Removes the partial files of killed processes. These files are not locked.
    private static func clearPartials(in folder: String) {
        let place = folder.isEmpty ? "." : folder
        let names = try? FileSystem.entries(in: place, startingWith: partialPrefix)
        for name in names ?? [] {
            guard let file = opened(folder + name), file.lock(waits: false) else { continue }
            try? FileSystem.remove(folder + name)
            file.unlock()
        }
    }

    private static func opened(_ path: String, _ flags: Int32 = 0) -> FileHandle? {
        let flags = flags | O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe open(path, flags, 0o666)
        return descriptor < 0 ? nil : FileHandle(descriptor, path: path)
    }
}

/// A file format of sample images, with the options of libvips' encoder.
private struct SampleFormat {
    package let name: String
    let extensions: [String]
    /// The largest width and height, in pixels.
    var maximumSide = SampleImage.maximumSide
    package let options: String

    static let all = [
        SampleFormat(
            name: "JPEG", extensions: ["jpg", "jpeg"], maximumSide: 65_500,
            options: "Q=90,subsample_mode=off"),
        SampleFormat(name: "PNG", extensions: ["png"], options: "compression=1,filter=sub"),
        // BigTIFF, because a classic TIFF has at most 4 GB.
        SampleFormat(
            name: "TIFF", extensions: ["tif", "tiff"],
            options: "tile,tile_width=256,tile_height=256,compression=lzw,predictor=horizontal,"
                + "bigtiff"),
        SampleFormat(
            name: "WebP", extensions: ["webp"], maximumSide: 16_383, options: "Q=90,effort=2"),
    ]

    /// Returns the format of a file's extension, in upper or lower case; `nil` if it is unknown.
    package static func of(_ path: String) -> SampleFormat? {
        all.first { $0.extensions.contains { path.lowercased().hasSuffix(".\($0)") } }
    }
}

/// Lets libvips draw the image on all its threads and encode it in order.
final class SampleWriter {
    private let picture: Picture
    private let progress: ((Double) -> Bool)?
    /// The writing thread sets and reads this flag.
    private var isCancelled = false

    init(picture: Picture, progress: ((Double) -> Bool)?) {
        self.picture = picture
        self.progress = progress
    }

    /// - Parameter file: a path with the options of libvips' encoder in brackets.
    package func write(to file: String) throws(ZigguratError) {
        try VipsRuntime.start()
        // The callbacks receive an unretained reference. On other threads they use only the
        // picture, which does not change.
        let status = withExtendedLifetime(self) {
            zig_image_draw(
                file, Int32(picture.scene.width), Int32(picture.scene.height),
                { writer, x, y, width, pixels in
                    guard let writer, let pixels else { return -1 }
                    Unmanaged<SampleWriter>.fromOpaque(writer).takeUnretainedValue().picture
                        .draw(row: Int(y), columns: Int(x)..<Int(x + width), into: pixels)
                    return 0
                },
                { writer, part in
                    guard let writer else { return 0 }
                    return Unmanaged<SampleWriter>.fromOpaque(writer).takeUnretainedValue()
                        .continues(part) ? 1 : 0
                }, Unmanaged.passUnretained(self).toOpaque())
        }
        let messages = VipsRuntime.takeMessages()
        if isCancelled { throw ZigguratError(Cancelled()) }
        guard status == 0 else {
            throw ZigguratError(
                FileError(.write, .other), cause: VipsRuntime.systemCause(in: messages))
        }
    }

    private func continues(_ part: Double) -> Bool {
        isCancelled = isCancelled || progress?(part) == false
        return !isCancelled
    }
}

/// The reason why a sample image cannot be written.
package enum SampleError: ErrorReason {
    case size(width: Int, height: Int, maximum: Int)
    /// The file's extension belongs to no sample format.
    case unknownExtension(known: [String])
    /// The format cannot hold an image of this size.
    case tooLarge(format: String, maximum: Int)

    package var code: ZigguratError.Code { .invalidOptions }
}

extension SampleError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .size(let width, let height, _): "invalid size \(width)x\(height)"
        case .unknownExtension: "unknown format: the file extension selects it"
        case .tooLarge(let format, let maximum):
            "unsupported: a \(format) file has at most \(maximum) pixels on a side"
        }
    }
}
