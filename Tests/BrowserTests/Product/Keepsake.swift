import Foundation

/// Screenshots to look at: kept where the environment variable `ZIGGURAT_SCREENSHOTS` names a
/// folder.
enum Keepsake {
    static func keep(_ visit: PageVisit, as name: String) {
        for sight in visit.sights { keep(sight.screenshot, as: "\(name)-\(sight.view)") }
    }

    static func keep(_ screenshot: Data, as name: String) {
        guard let path = ProcessInfo.processInfo.environment["ZIGGURAT_SCREENSHOTS"] else { return }
        let folder = URL(filePath: path)
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? screenshot.write(to: folder.appending(path: "\(name).png"))
    }
}
