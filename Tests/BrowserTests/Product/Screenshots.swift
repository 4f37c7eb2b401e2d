import Foundation

/// Saves screenshots if the environment variable `ZIGGURAT_SCREENSHOTS` names a folder.
enum Screenshots {
    static func save(_ visit: PageVisit, as name: String) {
        for sight in visit.sights { save(sight.screenshot, as: "\(name)-\(sight.view)") }
    }

    static func save(_ screenshot: Data, as name: String) {
        guard let path = ProcessInfo.processInfo.environment["ZIGGURAT_SCREENSHOTS"] else { return }
        let folder = URL(filePath: path)
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? screenshot.write(to: folder.appending(path: "\(name).png"))
    }
}
