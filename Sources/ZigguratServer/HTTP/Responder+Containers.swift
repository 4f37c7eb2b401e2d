internal import ZigguratCore
internal import ZigguratSystem

/// Answers at addresses that continue the path of a container.
///
/// A program that requests the container gets the container's bytes, as from every web server. A
/// browser is redirected to the contents, unless the address has a query (`photo.pmtiles?file`).
extension Responder {
    struct Container {
        let file: OpenFile
        /// The number of segments in the container's path.
        let depth: Int
    }

    /// Returns the container that a target names or continues; `nil` if the target contains no
    /// container.
    func container(for target: RequestTarget) throws(SiteFolderError) -> Container? {
        for (index, name) in target.segments.enumerated() where containers.mayOpen(name) {
            do throws(SiteFolderError) {
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
            wantsPage(request, target) && hasPage(container, target)
            ? Self.redirection(to: target, 303)
            : answer(
                request, .file(container.file, 0..<container.file.size),
                container.file.validators, named: target.path)
        answer.headers.append(("Vary", "Accept"))
        return answer
    }

    /// Whether the file is a container, or is a damaged container whose page shows the error.
    private func hasPage(_ container: Container, _ target: RequestTarget) -> Bool {
        let name = target.segments[container.depth - 1]
        return !containers.sharesExtension(name)
            || (try? containers.files(in: container.file, named: name)) != nil
    }

    /// Whether a browser opens the address. Other programs, and scripts in pages, do not explicitly
    /// accept HTML.
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
            let files = try containers.files(in: container.file, named: name)
            if target.isFolder {
                return try answer(request, folder: path, of: files, container, target)
            }
            if let answer = try answer(request, file: path, of: files, container) {
                return answer
            }
            // The address of a folder must end with a slash.
            return try files.names(in: path).isEmpty
                ? Self.missing : Self.redirection(to: target, 301)
        } catch {
            var answer = Answer.line(
                500, "cannot open \(name); hint: run “ziggurat verify” on it")
            answer.failure = error.about(path.isEmpty ? name : "\(name)/\(path)")
            return answer
        }
    }

    /// Answers with a file of a container; returns `nil` if the file does not exist.
    private func answer(
        _ request: Request, file path: String, of files: PreviewFiles, _ container: Container
    ) throws(ZigguratError) -> Answer? {
        let (file, validators) = (container.file, container.file.validators)
        if let range = try files.packedRange(of: path), range.upperBound <= file.size {
            let mark = String(range.lowerBound, radix: 36)
            return answer(request, .file(file, range), validators.of(part: mark), named: path)
        }
        if let part = try files.deflatedPart(of: path) {
            let mark = String(part.range.lowerBound, radix: 36)
            return answer(
                request, .deflated(part, 0..<part.byteCount), validators.of(part: mark), named: path
            )
        }
        guard let bytes = try files.contents(of: path) else { return nil }
        let mark = String(Self.checksum(of: bytes), radix: 36)
        return answer(request, .bytes(bytes), validators.of(part: mark), named: path)
    }

    private func answer(
        _ request: Request, folder path: String, of files: PreviewFiles,
        _ container: Container, _ target: RequestTarget
    ) throws(ZigguratError) -> Answer {
        let prefix = path.isEmpty ? "" : path + "/"
        if let page = try answer(request, file: prefix + Self.index, of: files, container) {
            return page
        }
        let names = try files.names(in: path).filter(Self.isShown)
        if path.isEmpty, names.count == 1, let only = names.first, only.hasSuffix("/"),
            try files.contents(of: only + Self.index) != nil
        {
            // An archive contains a bundle as a single top folder.
            let address = "/" + PercentEncoding.path(target.path + "/" + only)
            return .line(302, "the page is at \(address)", [("Location", address)])
        }
        guard !names.isEmpty || path.isEmpty else { return Self.missing }
        return Answer(
            200, [("Content-Type", MediaType.of(Self.index))],
            body: .bytes(FolderPage.bytes(of: target.segments, names: names) { _ in false }))
    }

    /// Whether a name is listed. Hidden names and names without an address are not served, so they
    /// are not listed.
    private static func isShown(_ name: String) -> Bool {
        name != "/" && !name.hasPrefix(".") && !name.unicodeScalars.contains("\u{FFFD}")
    }

    /// Returns the FNV-1a of bytes, which distinguishes versions of a file.
    private static func checksum(of bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
