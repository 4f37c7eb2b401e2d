import Foundation
import TestSupport
import ZigguratKit

/// A fault in a destination of one page kind, and a part of the complaint that it causes.
struct PageKindFault: Sendable {
    let name: String
    let kind: String
    let complaint: String
    /// The only screen that shows the fault, or `nil`.
    var screen: PageScreen?
    let damage: @Sendable (_ destination: URL) throws -> Void

    /// One screen: in one browser from the disk, and in the other browser from a server.
    func settings(_ index: Int) -> [PageSetting] {
        let screen = screen ?? PageScreen.allCases[index % PageScreen.allCases.count]
        return PageSetting.everyPair(shift: index).filter { $0.screen == screen }
    }

    private static func page(_ destination: URL) -> URL {
        destination.appending(path: "a/xyz/index.html")
    }

    /// Removes the content security policy, so that inserted scripts run.
    private static func open(_ destination: URL) throws {
        try Publication.replace(
            "http-equiv=\"Content-Security-Policy\"", by: "name=\"policy\"", in: page(destination))
    }

    static let all = [
        PageKindFault(name: "a strange script", kind: "one file", complaint: "Security") {
            try Publication.replace(
                "</body>", by: "<script>window.hacked = 3</script></body>", in: page($0))
        },
        PageKindFault(name: "a script that runs", kind: "one file", complaint: "look: [3") {
            try open($0)
            try Publication.replace(
                "</body>", by: "<script>window.hacked = 3</script></body>", in: page($0))
        },
        PageKindFault(name: "text that runs", kind: "shared", complaint: "look: [1") {
            try open($0)
            try Publication.replace(
                "<h1", by: "<script>window.hacked = 1</script><h1", in: page($0))
        },
        PageKindFault(name: "Leaflet, text that runs", kind: "leaflet", complaint: "look: [1") {
            try open($0)
            try Publication.replace(
                "<h1", by: "<script>window.hacked = 1</script><h1", in: page($0))
        },
        PageKindFault(name: "no place for the picture", kind: "shared", complaint: "ready: ") {
            try Publication.replace("id=\"viewer\"", by: "id=\"mine\"", in: page($0))
        },
        PageKindFault(name: "another look", kind: "shared", complaint: "look: ") {
            try Publication.replace("id=\"motto\"", by: "id=\"moto\"", in: page($0))
        },
        PageKindFault(name: "no list of pictures", kind: "shared", complaint: "turned: ") {
            try FileManager.default.removeItem(at: $0.appending(path: "pictures.js"))
        },
        PageKindFault(name: "tiles of the next", kind: "shared", complaint: "home: differs") {
            // A phone, which leaves space above and below the image, shows the smaller level.
            for number in 1...2 {
                let level = $0.appending(path: "\(PageKind.names[1])/xyz/\(number)")
                try swap(level.appending(path: "0/0.jpg"), level.appending(path: "1/1.jpg"))
            }
        },
        PageKindFault(name: "Leaflet, tiles", kind: "leaflet", complaint: "home: differs") {
            let level = $0.appending(path: "a/xyz/2")
            try swap(level.appending(path: "0/0.jpg"), level.appending(path: "1/1.jpg"))
        },
        PageKindFault(name: "not for embedding", kind: "embedded", complaint: "look: ") {
            try Publication.replace("?embed=1", by: "", in: $0.appending(path: "host.html"))
        },
        PageKindFault(name: "nothing embedded", kind: "embedded", complaint: "ready: ") {
            try FileManager.default.removeItem(at: page($0))
            try Data("<!doctype html>".utf8).write(to: page($0))
        },
        PageKindFault(
            name: "idle fingers", kind: "embedded", complaint: "fingers: ", screen: .phone
        ) {
            try Publication.replace(
                "pinchRotate: false", by: "pinchRotate: false, pinchToZoom: false",
                in: $0.appending(path: "a/xyz/viewer/ziggurat.js"))
        },
        PageKindFault(
            name: "Leaflet, idle fingers", kind: "leaflet", complaint: "fingers: ", screen: .phone
        ) {
            try Publication.replace(
                "zoomSnap: 0", by: "zoomSnap: 0, touchZoom: false",
                in: $0.appending(path: "a/xyz/viewer/ziggurat.js"))
        },
    ]

    private static func swap(_ one: URL, _ other: URL) throws {
        let (first, second) = (try Data(contentsOf: one), try Data(contentsOf: other))
        try second.write(to: one)
        try first.write(to: other)
    }
}
