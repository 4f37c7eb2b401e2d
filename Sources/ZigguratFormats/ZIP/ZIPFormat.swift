package import ZigguratCore
package import ZigguratSystem

/// A ZIP archive of a whole bundle with page and viewer, uncompressed.
///
/// Source: APPNOTE.TXT 6.3.10, sections 4.3 (records), 4.4 (fields) and 4.5.3 (ZIP64):
/// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT.
package struct ZIPFormat: ContainerFormat {
    package let name = "zip"
    package let summary = "one archive of everything, stored as it is: to send, keep or unpack"
    /// Each file has two headers with its path.
    package let traits = ContainerTraits(holdsPages: true, bytesPerFile: 150)

    package func path(of bundle: BundleDescription) -> String { folder(of: bundle) + ".zip" }

    package func open(
        _ bundle: BundleDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try ZIPContainer.ordered(bundle, at: path, folder: folder(of: bundle))
    }

    private func folder(of bundle: BundleDescription) -> String {
        "\(bundle.pyramid.name)-\(bundle.layout)"
    }
}

extension ZIPFormat: RangeReadableContainer {
    package var archiveKind: ArchiveKind { .zip }
    package func pageFolder(of bundle: BundleDescription) -> String { "\(bundle.layout)-zip" }
    package func tileFolder(of bundle: BundleDescription) -> String { folder(of: bundle) + "/" }
}

extension ContainerFormat where Self == ZIPFormat { package static var zip: Self { Self() } }

/// Opens ZIP archives, SZI files among them.
extension ZIPFormat: ContainerReader {
    /// Recognises a local header, or the end record of an empty archive.
    package func recognises(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x50, 0x4B, 5, 6])
    }

    package func read(_ path: String, known: FoundPyramid?) throws(ZigguratError) -> OpenedContainer
    {
        let files = try ZIPFiles(path)
        return .files(files, faults: files.faults)
    }
}
