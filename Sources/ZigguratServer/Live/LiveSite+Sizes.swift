internal import Synchronization
internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratPyramid
internal import ZigguratSources
internal import ZigguratStore
package import ZigguratSystem

/// Resized images.
extension LiveSite {
    /// Why an image cannot be resized.
    package enum SizeError: Error, Hashable {
        case notAllowed, unknownImage, largerThanImage
    }

    /// Returns the path of a resized image, relative to ``folder``. Makes the image if it is
    /// missing.
    ///
    /// Rejects a size that is not allowed before anything is decoded or written.
    ///
    /// - Parameter isWanted: called repeatedly; `false` cancels.
    package func path(
        of request: SizeRequest, isWanted: () -> Bool
    ) throws(ZigguratError) -> Result<String, SizeError> {
        guard sizes.allows(request.kind) else { return .failure(.notAllowed) }
        guard let source = images.source(named: request.name, isWanted: isWanted) else {
            return .failure(.unknownImage)
        }
        let words = request.kind.words
        let encoding = TileEncoding(
            request.format, quality: exporter.options.tiling.encoding?.quality ?? 85)
        return try path(
            of: source, "\(words.kind)\(words.value).\(request.format.fileExtension)", encoding,
            isWanted: isWanted
        ) { size in request.geometry(of: size) }
    }

    /// Returns the path of a small JPEG for pages, relative to ``folder``; returns `nil` if no
    /// image has the name.
    package func preview(
        of name: String, longestSide: Int, isWanted: () -> Bool
    ) throws(ZigguratError) -> String? {
        guard let source = images.source(named: name, isWanted: isWanted) else { return nil }
        let path = try path(
            of: source, "preview\(longestSide).jpg", TileEncoding(.jpeg, quality: 80),
            isPreview: true, isWanted: isWanted
        ) { size in
            let box = PixelSize(square: min(longestSide, size.longSide))
            return SizeRequest(name: name, kind: .fit(box), format: .jpeg).geometry(of: size)
        }
        return try? path.get()
    }

    private func path(
        of source: LiveImages.Source, _ file: String, _ encoding: TileEncoding,
        isPreview: Bool = false, isWanted: () -> Bool,
        geometry: (PixelSize) -> (crop: PixelRegion?, size: PixelSize)?
    ) throws(ZigguratError) -> Result<String, SizeError> {
        try images.check(source)
        // The slash distinguishes uses of resized images from uses of the export, because no name
        // begins with a slash.
        if isUseDue("/\(source.name)") { LiveCache.touch(source.name, in: folder) }
        let key = try Self.sourceKey(of: source.path)
        let name = "\(key)-\(file)"
        let images = LiveCache.folder(of: source.name, in: folder)
        let path =
            "\(LiveCache.hidden)/images/\(LiveCache.key(of: source.name))/\(name)"
        if FileSystem.exists("\(images)/\(name)") { return .success(path) }
        // Checks the header before the file occupies a thread that other images need.
        try headers.check(source.path, isWanted: isWanted)
        let work = isPreview ? previewWork : work
        return try work.run(path, isWanted: isWanted) { () throws(ZigguratError) in
            FileSystem.exists("\(images)/\(name)") ? .success(path) : nil
        } make: { isWanted throws(ZigguratError) in
            let trust = exporter.options.trust
            var request = exporter.options.source
            request.sampleBits = 8
            if isPreview, request == SourceRequest(),
                let bytes = JPEGPreview.encoded(source.path, encoding, geometry)
            {
                try store(bytes, name, key, source.name)
                return .success(path)
            }
            // An image that is too large to export can still have a preview.
            if isPreview,
                let direct = (try? plannedJob(source.name, isWanted: isWanted))?.direct,
                let size = geometry(direct.size)?.size,
                let bytes = try direct.preview(size, encoding, isWanted: isWanted)
            {
                try store(bytes, name, key, source.name)
                return .success(path)
            }
            let image = try SourceImage(path: source.path, request: request, trust: trust)
            guard let (crop, size) = geometry(image.header.size) else {
                return .failure(.largerThanImage)
            }
            if let crop {
                request.crop = PixelRegion(
                    x: crop.x + (request.crop?.x ?? 0), y: crop.y + (request.crop?.y ?? 0),
                    width: crop.width, height: crop.height)
            }
            request.fit = size
            let scaled = try SourceImage(path: source.path, request: request, trust: trust)
            if isPreview, image.header.size.pixelCount > Self.mostPreviewPixels,
                !scaled.readsLevel
            {
                return .failure(.largerThanImage)
            }
            let bytes = try scaled.encoded(
                encoding, background: exporter.options.background, isWanted: isWanted)
            try scaled.checkUnchanged()
            try store(bytes, name, key, source.name)
            return .success(path)
        }
    }

    /// The most pixels of an image that gets a preview although its file contains no smaller
    /// levels.
    private static let mostPreviewPixels = 2_000_000_000

    /// Writes a resized image or a tile, and removes files made from older versions of the source.
    func store(
        _ bytes: [UInt8], _ name: String, _ sourceKey: String, _ image: String
    ) throws(ZigguratError) {
        let images = LiveCache.folder(of: image, in: folder)
        if jobs.willStore(bytes.count, of: image) {
            directBytes.withLock { $0[image] = 0 }
            try? jobs.noteUse(of: image)
        }
        try FileSystem.makeFolders(images)
        for other in (try? FileSystem.entries(in: images)) ?? []
        where other != "record" && !other.hasPrefix("\(sourceKey)-") && !other.hasPrefix(".") {
            try? FileSystem.remove("\(images)/\(other)")
        }
        let place = "\(images)/\(name)"
        func write() throws(ZigguratError) {
            try FileSystem.makeFolders(Path.split(place).folder)
            try FileSystem.replace(place, with: bytes)
        }
        do throws(ZigguratError) {
            try write()
        } catch {
            // Another thread may have removed the folder to make room, so the folder is created
            // again.
            try write()
        }
        if !FileSystem.exists("\(images)/record") {
            directBytes.withLock { $0[image] = nil }
            try LiveCache.note(LiveCache.Record(name: image, bytes: 0), in: folder)
        }
    }

    /// Returns a key that changes with the content of a file.
    static func sourceKey(of path: String) throws(ZigguratError) -> String {
        try sourceKey(of: SourceImage.attributes(of: path), path)
    }

    /// Returns a key that changes with the content of a file whose attributes are known.
    static func sourceKey(
        of file: FileAttributes?, _ path: String
    ) throws(ZigguratError) -> String {
        guard let file else { throw ZigguratError(SourceError.notFound, path) }
        let text = "\(file.identity) \(file.byteCount) \(file.modified)"
        return String(XXH3.hash(text), radix: 16)
    }
}
