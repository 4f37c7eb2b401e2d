import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Uploads to a local folder, which rclone treats like any remote.
@Suite struct PublicationTests {
    @Test("The remote gets all files, and unchanged files are not sent again")
    func theTreeIsTheSameAfterwards() async throws {
        try await PublishShop.with(exports: ["photo", "50% #1 ‘ä?’ & <b>"]) { shop in
            try shop.folder.write("draft", to: "out/.ziggurat-1/index.html")
            try shop.folder.write("hidden", to: "out/photo/.DS_Store")
            try shop.folder.write("", to: "out/.nojekyll")
            let first = try Publication(of: shop.output.path, to: shop.remote).run()
            #expect(try await PublishShop.differences(shop.output, shop.there) == "")
            let files = try FolderListing.files(in: shop.there)
            #expect(first.uploaded == files.count && first.unchanged == 0 && first.deleted == 0)
            // Web hosts read `.nojekyll`.
            #expect(files.filter { $0.contains("/.") || $0.hasPrefix(".") } == [".nojekyll"])
            // The second run uploads nothing.
            let second = try Publication(of: shop.output.path, to: shop.remote).run()
            #expect(second.uploaded == 0 && second.bytes == 0 && second.unchanged == files.count)
            // Rewritten files with unchanged bytes are not sent.
            try shop.export(["photo"])
            let third = try Publication(of: shop.output.path, to: shop.remote).run()
            #expect(third.uploaded < 5)
            // The negative control: the comparison detects a changed file.
            try shop.folder.write("x", to: "there/photo/dzi/photo.dzi")
            #expect(try await PublishShop.differences(shop.output, shop.there) != "")
            let fourth = try Publication(of: shop.output.path, to: shop.remote).run()
            #expect(fourth.uploaded == 1)
            #expect(try await PublishShop.differences(shop.output, shop.there) == "")
        }
    }

    @Test(arguments: ["out/photo", "out/photo/iiif3", "moved"])
    func partsOfADestination(part: String) async throws {
        try await PublishShop.with { shop in
            try FileManager.default.copyItem(
                at: shop.folder["out/photo/dzi"], to: shop.folder["moved"])
            let result = try Publication(of: shop.folder[part].path, to: shop.remote).run()
            #expect(result.uploaded == result.files && result.files > 10)
            #expect(try await PublishShop.differences(shop.folder[part], shop.there) == "")
        }
    }

    @Test("Obsolete files are deleted on request")
    func whatIsGoneIsRemovedOnRequest() async throws {
        try await PublishShop.with(exports: ["photo", "other"]) { shop in
            var publication = Publication(of: shop.output.path, to: shop.remote)
            _ = try publication.run()
            try shop.folder.write("mine", to: "there/.htaccess")
            try Exporter(destination: shop.output.path).remove("other")
            try Exporter(destination: shop.output.path).writeGallery()
            // Without --delete, the files are kept.
            #expect(try publication.run().deleted == 0)
            #expect(FileManager.default.fileExists(atPath: shop.folder["there/other/dzi"].path))
            publication.deletes = true
            publication.isDryRun = true
            let planned = try publication.run()
            #expect(planned.deleted > 20)
            #expect(FileManager.default.fileExists(atPath: shop.folder["there/other/dzi"].path))
            publication.isDryRun = false
            #expect(try publication.run().deleted == planned.deleted)
            #expect(try await PublishShop.differences(shop.output, shop.there) == "")
            #expect(!FileManager.default.fileExists(atPath: shop.folder["there/other"].path))
            #expect(FileManager.default.fileExists(atPath: shop.folder["there/.htaccess"].path))
        }
    }

    @Test(
        "A remote inside the folder is refused",
        arguments: [("", true), ("/photo", true), ("/new/deep", true), ("-copy", false)])
    func remoteInsideTheFolder(_ ending: String, _ isRefused: Bool) async throws {
        try await PublishShop.with { shop in
            try FileManager.default.createSymbolicLink(
                at: shop.folder["link"], withDestinationURL: shop.output)
            let before = try FolderListing.files(in: shop.output)
            let places = [shop.output.path] + (isRefused ? [shop.folder["link"].path] : [])
            for place in places {
                let publication = Publication(
                    of: shop.output.path, to: ":local:" + place + ending)
                do throws(ZigguratError) {
                    _ = try publication.run()
                    #expect(!isRefused)
                } catch {
                    guard case .remoteInsideFolder = error.reason as? PublicationError else {
                        Issue.record("\(error.reason)")
                        return
                    }
                    #expect(isRefused)
                }
            }
            #expect(try FolderListing.files(in: shop.output) == before)
        }
    }

    @Test("A dry run changes nothing")
    func aDryRunChangesNothing() async throws {
        try await PublishShop.with { shop in
            var publication = Publication(of: shop.output.path, to: shop.remote)
            publication.isDryRun = true
            let planned = try publication.run()
            #expect(!FileManager.default.fileExists(atPath: shop.there.path))
            publication.isDryRun = false
            #expect(try publication.run() == planned)
            #expect(planned.uploaded > 20 && planned.bytes > 10_000)
        }
    }

    @Test("Other exports are not deleted")
    func otherExportsAreNotRemoved() async throws {
        try await PublishShop.with(exports: ["photo", "other"]) { shop in
            _ = try Publication(of: shop.output.path, to: shop.remote).run()
            let before = try FolderListing.files(in: shop.there)
            var publication = Publication(of: shop.output.path + "/photo", to: shop.remote)
            publication.deletes = true
            do throws(ZigguratError) {
                _ = try publication.run()
                Issue.record("the other exports would have been deleted")
            } catch {
                guard
                    case .otherExport(let other, let folder) = error.reason as? PublicationError
                else {
                    Issue.record("\(error.reason)")
                    return
                }
                // rclone lists folders in any order.
                #expect(["other/ziggurat.json", "photo/ziggurat.json"].contains(other))
                #expect(folder == "export")
            }
            #expect(try FolderListing.files(in: shop.there) == before)
            publication.remote += "/photo"
            #expect(try publication.run().deleted == 0)
        }
    }

    /// The upload stops before it sends the pages.
    @Test("An export that changes during the upload is detected")
    func anExportThatChangesMeanwhile() async throws {
        try await PublishShop.with { shop in
            var publication = Publication(of: shop.output.path, to: shop.remote)
            publication.transferCount = 1
            publication.rcloneOptions = ["--bwlimit", "400k"]
            var hasChanged = false
            do throws(ZigguratError) {
                _ = try publication.run { event in
                    guard case .progressed(let progress) = event, progress.filesDone > 0,
                        !hasChanged
                    else { return }
                    hasChanged = true
                    do { try shop.export(["photo"], width: 500) } catch { Issue.record(error) }
                }
                Issue.record("the change was not noticed")
            } catch {
                #expect(error.reason as? PublicationError == .folderChanged)
            }
            #expect(hasChanged)
            #expect(!FileManager.default.fileExists(atPath: shop.folder["there/index.html"].path))
            publication.rcloneOptions = []
            publication.deletes = true
            _ = try publication.run()
            #expect(try await PublishShop.differences(shop.output, shop.there) == "")
        }
    }
}
