package import ZigguratImaging
internal import ZigguratSystem

extension DocumentContents {
    /// Reads the contents of a document.
    ///
    /// - Returns: `nil` if the format has no contents or the file cannot be read.
    package init?(of path: String, trust: SourceRequest.Trust) {
        guard let isolation = trust.isolation else {
            guard let file = try? SourceFile(path: path),
                let found = Decoders.recognising(file)?.open(file).contents
            else { return nil }
            self = found
            return
        }
        let process = try? DecoderProcess(
            DecoderTask(.contents, path, SourceRequest(), trust), isolation)
        guard case .contents(let found?) = try? process?.answer(), found.isPlausible else {
            return nil
        }
        self = found
    }

    /// Whether all values are within the limits. A process that a hostile file has taken over may
    /// send any values.
    var isPlausible: Bool {
        labels.count <= Self.limit && sections.count <= Self.limit
            && labels.allSatisfy { $0.isLine(atMost: 4096) }
            && sections.allSatisfy {
                $0.title.isLine(atMost: 4096) && (0..<Self.deepest).contains($0.depth)
                    && (1...Self.limit).contains($0.page)
            }
    }
}
