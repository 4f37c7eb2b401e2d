internal import ZigguratCore
internal import ZigguratStore
internal import ZigguratSystem
internal import ZigguratViewer

extension Exporter {
    /// Writes the shared files of the destination: collections, files for web hosts, and the
    /// gallery.
    ///
    /// - Returns: whether all files are written.
    package func completeDestination(
        withCollections: Bool = true, _ report: (ExportBatch.Event) -> Void
    ) -> Bool {
        var succeeded = true
        func attempt(_ body: () throws(ZigguratError) -> Void) {
            do throws(ZigguratError) {
                try body()
            } catch {
                report(.failed(error))
                succeeded = false
            }
        }
        if withCollections {
            attempt { () throws(ZigguratError) in
                let collections = try updateCollections(begunBy: options.layouts.map(\.name))
                for note in collections.notes { report(.noted(note)) }
                if !collections.entries.isEmpty { report(.collected(collections.entries)) }
            }
        }
        attempt { () throws(ZigguratError) in
            for note in try comparisonNotes() { report(.noted(note)) }
        }
        for host in options.hosts.compactMap(StaticHost.named) {
            attempt { () throws(ZigguratError) in
                for note in try writeFiles(of: host) { report(.noted(note)) }
            }
        }
        guard options.viewer != .none else { return succeeded }
        attempt { () throws(ZigguratError) in
            if try writeGallery() == nil {
                report(.noted(.foreignGallery(path: "\(destination)/index.html")))
            }
        }
        return succeeded
    }
}
