internal import ZigguratCore
internal import ZigguratSystem

/// Addresses that go on behind a file into which others are packed.
///
/// The file itself stays what it is on every web server: programs that ask for it get its bytes. A
/// browser that goes there, and so wants a page, is sent on to what is inside; with a query
/// (`photo.pmtiles?file`) it gets the file, too.
extension Responder {
    /// A container, and what is asked for in it.
    struct Container {
        let file: OpenFile
        /// How many segments of the target are its own path.
        let depth: Int
    }

    /// The container that a target leads into, or is; `nil` where it has none.
    func container(for target: RequestTarget) throws(SiteFolder.Refusal) -> Container? {
        guard let containers else { return nil }
        for (index, name) in target.segments.enumerated() where containers.mayOpen(name) {
            do throws(SiteFolder.Refusal) {
                let file = try folder.open(target.segments[...index].joined(separator: "/"))
                if !file.isFolder { return Container(file: file, depth: index + 1) }
            } catch {
                if error == .missing { return nil }
                throw error
            }
        }
        return nil
    }

    func answer(
        _ request: Request, in container: Container, at target: RequestTarget
    ) -> Answer {
        let isFile = !target.isFolder && target.segments.count == container.depth
        guard isFile else { return answer(request, inside: container, at: target) }
        var answer =
            wantsPage(request, target)
            ? Self.redirection(to: target, 303)
            : answer(
                request, .file(container.file, 0..<container.file.size),
                container.file.validators, named: target.path)
        answer.headers.append(("Vary", "Accept"))
        return answer
    }

    /// Whether a person goes there: browsers say that they want a page, other programs, and scripts
    /// in pages, do not.
    private func wantsPage(_ request: Request, _ target: RequestTarget) -> Bool {
        target.query == nil && request.header("Range") == nil
            && (request.header("Accept") ?? "").lowercased().contains("text/html")
    }

    private func answer(
        _ request: Request, inside container: Container, at target: RequestTarget
    ) -> Answer {
        let name = target.segments[container.depth - 1]
        let path = target.segments[container.depth...].joined(separator: "/")
        do throws(ZigguratError) {
            guard let files = try containers?.files(in: container.file, named: name) else {
                return Self.missing
            }
            if target.isFolder {
                return try answer(request, folder: path, of: files, container, target)
            }
            if let answer = try answer(request, file: path, of: files, container) {
                return answer
            }
            // A folder has a slash at its end.
            return try files.names(in: path).isEmpty
                ? Self.missing : Self.redirection(to: target, 301)
        } catch {
            let remedy = error.remedy.isEmpty ? "" : "; \(error.remedy)"
            return .line(500, "\(name) cannot be looked into: \(error.problem)\(remedy)")
        }
    }

    /// `nil` where there is no such file.
    private func answer(
        _ request: Request, file path: String, of files: any BundleFiles, _ container: Container
    ) throws(ZigguratError) -> Answer? {
        let (file, validators) = (container.file, container.file.validators)
        if let range = try files.packedRange(of: path), range.upperBound <= file.size {
            let mark = String(range.lowerBound, radix: 36)
            return answer(request, .file(file, range), validators.of(part: mark), named: path)
        }
        guard let bytes = try files.contents(of: path) else { return nil }
        let mark = String(Self.checksum(of: bytes), radix: 36)
        return answer(request, .bytes(bytes), validators.of(part: mark), named: path)
    }

    private func answer(
        _ request: Request, folder path: String, of files: any BundleFiles,
        _ container: Container, _ target: RequestTarget
    ) throws(ZigguratError) -> Answer {
        let prefix = path.isEmpty ? "" : path + "/"
        if let page = try answer(request, file: prefix + Self.index, of: files, container) {
            return page
        }
        let names = try files.names(in: path).filter(Self.isShown)
        if path.isEmpty, names.count == 1, let only = names.first, only.hasSuffix("/"),
            files.hasFile(only + Self.index)
        {
            // Bundles lie in a folder, so that they come out of the archive as one.
            let address = "/" + PercentEncoding.path(target.path + "/" + only)
            return .line(302, "the page is at \(address)", [("Location", address)])
        }
        guard !names.isEmpty || path.isEmpty else { return Self.missing }
        return Answer(
            200, [("Content-Type", MediaType.of(Self.index))],
            body: .bytes(FolderPage.bytes(of: target.segments, names: names) { _ in false }))
    }

    /// Names that lead out of the archive, are hidden, or have no address are not listed, as they
    /// are not served.
    private static func isShown(_ name: String) -> Bool {
        name != "/" && !name.hasPrefix(".") && !name.unicodeScalars.contains("\u{FFFD}")
    }

    /// FNV-1a, to tell what has changed.
    private static func checksum(of bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
