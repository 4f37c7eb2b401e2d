/// Records in a table whose first row names the columns.
enum CSVRecords {
    static func read(_ bytes: [UInt8], of place: String) throws(RecordFailure) -> [ImageRecord] {
        let table = try CSVTable(bytes)
        guard let header = table.rows.first else { throw .empty }
        var columns: [(name: String, key: RecordKey, language: String?)] = []
        for name in header.cells.map(\.trimmed) {
            let (key, language) = try RecordKey.parse(name)
            guard !columns.contains(where: { $0.key == key && $0.language == language }) else {
                throw .duplicateColumn(name)
            }
            columns.append((name, key, language))
        }
        guard columns.contains(where: { [.property(.file), .property(.name)].contains($0.key) })
        else { throw .noFileColumn }
        var records: [ImageRecord] = []
        for row in table.rows.dropFirst() {
            guard row.cells.count == columns.count else {
                throw .wrongCellCount(
                    line: row.line, cells: row.cells.count, columns: columns.count)
            }
            let entries = zip(columns, row.cells).map { column, cell in
                ImageRecord.Entry(
                    key: column.key, language: column.language, value: cell.trimmed)
            }
            guard !entries.allSatisfy({ $0.value.isEmpty }) else { continue }
            records.append(try ImageRecord(entries, line: row.line, of: place))
        }
        return records
    }
}
