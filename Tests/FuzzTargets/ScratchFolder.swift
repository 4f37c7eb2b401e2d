import Foundation

/// A temporary folder for the files that targets read.
package final class ScratchFolder: Sendable {
    package let path: String

    package init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "ziggurat-fuzz-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        path = url.path
    }

    package func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file in place, without a temporary file.
    func write(_ bytes: [UInt8], to name: String) {
        let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        precondition(descriptor >= 0, "cannot write \(path)/\(name)")
        defer { close(descriptor) }
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        precondition(count == bytes.count, "cannot write \(path)/\(name)")
    }
}
