public import Foundation

extension PixelPicture {
    /// Decodes a file with the `vips` command.
    public static func read(_ file: URL) async throws -> PixelPicture {
        try await TemporaryFolder.with { folder in
            // A short name without characters that are special to vips.
            try FileManager.default.createSymbolicLink(
                at: folder["0"], withDestinationURL: file.absoluteURL)
            let result = try await Shell.run(
                "vips", ["colourspace", "0[fail_on=warning]", "colours.v", "srgb"], in: folder.url)
            guard result.status == 0 else {
                throw NotDecoded(files: [file], errors: result.errors)
            }
            return try VipsFile.read(folder["colours.v"])
        }
    }

    /// Decodes the bytes of a file, such as a screenshot.
    public static func decode(_ bytes: Data) async throws -> PixelPicture {
        try await TemporaryFolder.with { folder in
            try await read(folder.write(bytes, to: "picture"))
        }
    }

    /// Decodes many small files, such as tiles, with a few runs of the `vips` command.
    ///
    /// Each run joins files to one image, from which this method crops the single images.
    ///
    /// - Throws: ``NotDecoded`` if a file causes an error or a warning, with the names of the files
    ///   that were decoded together.
    public static func read(_ files: [URL]) async throws -> [PixelPicture] {
        guard !files.isEmpty else { return [] }
        return try await TemporaryFolder.with { folder in
            // Short names without characters that are special to vips.
            for (index, file) in files.enumerated() {
                try FileManager.default.createSymbolicLink(
                    at: folder["\(index)"], withDestinationURL: file.absoluteURL)
            }
            var pictures = [PixelPicture?](repeating: nil, count: files.count)
            for batch in try await batches(files, in: folder) {
                for (index, picture) in try await decode(batch, files, in: folder) {
                    pictures[index] = picture
                }
            }
            return pictures.compactMap(\.self)
        }
    }

    /// Files that can be decoded together: their bands, sample format and colour space are equal.
    private struct Batch {
        let format: String
        var files: [(index: Int, width: Int, height: Int)] = []

        var cellWidth: Int { files.map(\.width).max() ?? 0 }
        var cellHeight: Int { files.map(\.height).max() ?? 0 }
        /// Whether the batch reaches the limits of memory or of the command line's length.
        var isFull: Bool {
            files.count == 400 || cellWidth * cellHeight * (files.count + 1) > 60_000_000
        }
    }

    private static func batches(
        _ files: [URL], in folder: TemporaryFolder
    ) async throws -> [Batch] {
        var full: [Batch] = []
        var open: [String: Batch] = [:]
        for start in stride(from: 0, to: files.count, by: 1000) {
            let indices = start..<min(start + 1000, files.count)
            let result = try await Shell.run(
                "vipsheader", indices.map(String.init), in: folder.url)
            // One line a file: "3: 254x254 uchar, 3 bands, srgb, jpegload".
            let lines = result.output.split(separator: "\n").compactMap {
                $0.wholeMatch(of: /(\d+): (\d+)x(\d+) (\w+, \d+ bands?, [\w-]+).*/)
            }
            guard result.status == 0, lines.count == indices.count else {
                throw NotDecoded(files: files, errors: result.errors)
            }
            for line in lines {
                guard let index = Int(line.1), let width = Int(line.2), let height = Int(line.3)
                else { continue }
                let format = String(line.4)
                var batch = open[format] ?? Batch(format: format)
                batch.files.append((index, width, height))
                open[format] = batch.isFull ? nil : batch
                if batch.isFull { full.append(batch) }
            }
        }
        return full + open.values
    }

    private static func decode(
        _ batch: Batch, _ files: [URL], in folder: TemporaryFolder
    ) async throws -> [(Int, PixelPicture)] {
        let across = 20
        let names = batch.files.map { "\($0.index)[fail_on=warning]" }.joined(separator: " ")
        // Images in sRGB need no conversion.
        let isColoured = batch.format.hasPrefix("uchar") && batch.format.hasSuffix("srgb")
        let joined = isColoured ? "colours.v" : "joined.v"
        var commands = [["arrayjoin", names, joined, "--across", "\(across)"]]
        if !isColoured { commands.append(["colourspace", joined, "colours.v", "srgb"]) }
        for command in commands {
            let result = try await Shell.run("vips", command, in: folder.url)
            guard result.status == 0 else {
                throw NotDecoded(files: batch.files.map { files[$0.index] }, errors: result.errors)
            }
        }
        let picture = try VipsFile.read(folder["colours.v"])
        return batch.files.enumerated().map { place, file in
            let cell = picture.cropped(
                x: place % across * batch.cellWidth, y: place / across * batch.cellHeight,
                width: file.width, height: file.height)
            return (file.index, cell)
        }
    }

    /// Files that were decoded together. At least one of them causes an error or a warning.
    struct NotDecoded: Error, CustomStringConvertible {
        let files: [URL]
        let errors: String

        var description: String {
            let names = files.prefix(5).map(\.path).joined(separator: ", ")
            let more = files.count > 5 ? " and \(files.count - 5) more" : ""
            return "cannot decode at least one of \(names)\(more): \(errors)"
        }
    }
}
