import Testing

/// Damage to a file, and the reason in the resulting error.
struct ArchiveDamage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: String
    /// Changes the file through `bytes` or `view`. The function `gzip(bytes)` is available.
    let script: String
    let reason: String

    /// Returns a script that appends a root directory to a PMTiles file.
    private static func root(_ directory: String) -> String {
        """
        const root = await gzip(\(directory));
        const whole = new Uint8Array(bytes.length + root.length);
        whole.set(bytes);
        whole.set(root, bytes.length);
        new DataView(whole.buffer).setBigUint64(8, BigInt(bytes.length), true);
        new DataView(whole.buffer).setBigUint64(16, BigInt(root.length), true);
        bytes = whole;
        """
    }

    static let all = [
        ArchiveDamage(
            testDescription: "no damage", file: "photo.pmtiles", script: "", reason: "tile"),
        ArchiveDamage(
            testDescription: "root beyond the end", file: "photo.pmtiles",
            script: "view.setBigUint64(16, 1n << 50n, true)", reason: "truncated"),
        ArchiveDamage(
            testDescription: "half a file", file: "photo.pmtiles",
            script: "bytes = bytes.slice(0, bytes.length / 2)", reason: "truncated"),
        ArchiveDamage(
            testDescription: "half a header", file: "photo.pmtiles",
            script: "bytes = bytes.slice(0, 60)", reason: "unsupported"),
        ArchiveDamage(
            testDescription: "version 2", file: "photo.pmtiles", script: "bytes[7] = 2",
            reason: "unsupported"),
        ArchiveDamage(
            testDescription: "Brotli", file: "photo.pmtiles", script: "bytes[97] = 3",
            reason: "unsupported"),
        ArchiveDamage(
            testDescription: "zoom 255", file: "photo.pmtiles", script: "bytes[101] = 255",
            reason: "damaged"),
        ArchiveDamage(
            testDescription: "directory of 100 MB after decompression", file: "photo.pmtiles",
            script: root("new Uint8Array(1e8)"), reason: "damaged"),
        ArchiveDamage(
            testDescription: "more entries than bytes", file: "photo.pmtiles",
            script: root("new Uint8Array([255, 255, 255, 255, 15, 1, 1, 1])"), reason: "damaged"),
        ArchiveDamage(
            testDescription: "number without an end", file: "photo.pmtiles",
            script: root("new Uint8Array(40).fill(255)"), reason: "damaged"),
        ArchiveDamage(
            testDescription: "tile beyond the end", file: "photo.pmtiles",
            script: root("new Uint8Array([1, 0, 127, 255, 255, 255, 127, 1])"),
            reason: "damaged"),
        ArchiveDamage(testDescription: "no damage", file: "photo.szi", script: "", reason: "tile"),
        ArchiveDamage(
            testDescription: "half a file", file: "photo.szi",
            script: "bytes = bytes.slice(0, bytes.length / 2)", reason: "truncated"),
        ArchiveDamage(
            testDescription: "directory beyond the end", file: "photo.szi",
            script: "view.setUint32(end + 12, 0xFFFFFFF0, true)", reason: "damaged"),
        ArchiveDamage(
            testDescription: "damaged entry", file: "photo.szi",
            script:
                "bytes[view.getUint32(end + 16, true) + view.getUint32(end + 12, true) / 2] = 0;"
                + "bytes.fill(0, view.getUint32(end + 16, true) + 500, end - 500)",
            reason: "damaged"),
        ArchiveDamage(
            testDescription: "name beyond the directory", file: "photo.szi",
            script: """
                let last = view.getUint32(end + 16, true);
                for (let next = last; next < end;) {
                  last = next;
                  next += 46 + view.getUint16(next + 28, true) + view.getUint16(next + 30, true);
                }
                view.setUint16(last + 28, 0xFFFF, true)
                """, reason: "damaged"),
        ArchiveDamage(
            testDescription: "entries at one offset", file: "photo.szi",
            script: """
                for (let next = view.getUint32(end + 16, true); next < end;) {
                  view.setUint32(next + 42, 0, true);
                  next += 46 + view.getUint16(next + 28, true) + view.getUint16(next + 30, true);
                }
                """, reason: "damaged"),
    ]
}
