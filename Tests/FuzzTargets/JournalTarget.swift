@testable import ZigguratExport
@testable import ZigguratStore

extension FuzzTarget {
    /// `.journal`: the unchanged input, and the input as header and records of a journal with valid
    /// lengths.
    static let journal = FuzzTarget("journal") { folder in
        return { input in
            folder.write(input, to: ".journal")
            _ = ExportJournal.header(in: folder.path)
            let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
            let header = Array(parts[0])
            let journal =
                Array("ZIGJRNL1".utf8) + Checksummed.little(UInt64(header.count)) + header
                + Checksummed.little(Checksummed.hash(header)) + (parts.count > 1 ? parts[1] : [0])
            folder.write(journal, to: ".journal")
            guard let header = ExportJournal.header(in: folder.path) else { return }
            _ = header.canBeContinued
            _ = try? ExportJournal(continuing: folder.path, header)
        }
    }
}
