import Testing

@testable import ZigguratPublish

/// Log lines of rclone 1.60 are parsed.
@Suite struct RcloneLogTests {
    private func log(_ lines: String...) -> RcloneLog {
        var log = RcloneLog()
        for line in lines { log.take(Array(line.utf8)) }
        return log
    }

    @Test func theLastStatisticsCount() {
        let log = log(
            #"{"level":"info","msg":"Copied (new)","object":"a/1.jpg"}"#,
            #"{"level":"warning","msg":"\nTransferred","stats":{"bytes":6,"checks":3,"deletes":0,"errors":0,"eta":null,"transfers":1}}"#,
            #"{"level":"warning","msg":"\nTransferred","stats":{"bytes":9,"checks":4,"deletes":2,"errors":0,"eta":null,"transfers":5}}"#,
            #"{"level":"info","msg":"Deleted","object":"b/1.jpg"}"#)
        #expect(log.stats.transfers == 5 && log.stats.bytes == 9)
        #expect(log.stats.checks == 4 && log.stats.deletes == 2)
        #expect(log.fileErrors.isEmpty && log.cause == nil)
    }

    @Test func theLastErrorOfEachFileCounts() {
        let log = log(
            #"{"level":"error","msg":"Failed to copy: no\nroom","object":"a/1.jpg"}"#,
            #"{"level":"error","msg":"Attempt 1/3 failed with 1 errors and: no room"}"#,
            #"{"level":"error","msg":"Failed to copy: still no room","object":"a/1.jpg"}"#,
            "2026/11/21 14:08:37 NOTICE: Config file not found - using defaults",
            "2026/11/21 14:08:37 Failed to copy with 2 errors: last error was: no room")
        #expect(
            log.fileErrors.map { "\($0.file): \($0.text)" }
                == ["a/1.jpg: Failed to copy: still no room"])
        #expect(log.cause == "Failed to copy with 2 errors: last error was: no room")
        let early = self.log(
            #"2026/11/21 14:08:37 Failed to create file system for "x:": didn't find section"#)
        #expect(early.cause == #"Failed to create file system for "x:": didn't find section"#)
    }

    @Test func aGeneralErrorDoesNotHideTheErrorOfAFile() {
        let log = log(
            #"{"level":"error","msg":"Failed to copy: denied","object":"a/1.jpg"}"#,
            #"{"level":"critical","msg":"directory not found: bucket missing"}"#)
        #expect(log.fileErrors.map(\.text) == ["Failed to copy: denied"])
        #expect(log.cause == "directory not found: bucket missing")
    }
}
