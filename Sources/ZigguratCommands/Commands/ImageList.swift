internal import Glibc
internal import ZigguratKit

/// A file with the paths of images, one per line.
enum ImageList {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Appends the paths in a file. Skips empty lines and a byte order mark.
    ///
    /// - Parameter file: the path of the file; `-` for standard input.
    static func append(_ file: String, to paths: inout [String]) throws(ZigguratError) {
        // `unsafe`: Swift keeps the C string until the call returns.
        let descriptor = file == "-" ? dup(STDIN_FILENO) : unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(.read, file) }
        let handle = FileHandle(descriptor, path: file)
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        var (rest, isFirst) = ([UInt8](), true)
        while true {
            // `unsafe`: the array is not resized during the call.
            let count = unsafe read(handle.descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .file(.read, file) }
            guard count > 0 else { break }
            var line = bytes[..<count]
            while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
                try append(rest + line[..<end], isFirst: isFirst, to: &paths)
                isFirst = false
                rest = []
                line = line[(end + 1)...]
            }
            rest += line
        }
        try append(rest, isFirst: isFirst, to: &paths)
    }

    private static func append(
        _ line: [UInt8], isFirst: Bool, to paths: inout [String]
    ) throws(ZigguratError) {
        var path = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
        if isFirst, path.starts(with: byteOrderMark) { path = path.dropFirst(3) }
        guard !path.isEmpty else { return }
        guard let text = String(validating: path, as: UTF8.self) else {
            throw ZigguratError(
                CommandFailure.pathNotUTF8, String(decoding: path, as: UTF8.self))
        }
        paths.append(text)
    }
}
