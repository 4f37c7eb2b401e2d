import Testing

@testable import ZigguratPublish

/// Lines as rclone 1.60 prints them.
@Suite struct RcloneLogTests {
    private func log(_ lines: String...) -> RcloneLog {
        var log = RcloneLog()
        for line in lines { log.take(Array(line.utf8)) }
        return log
    }

    @Test("The log has the copied and deleted files")
    func whatWasDone() {
        let log = log(
            #"{"level":"info","msg":"Copied (new)","object":"a/1.jpg"}"#,
            #"{"level":"info","msg":"Multi-thread Copied (replaced existing)","object":"a/2.jpg"}"#,
            #"{"level":"warning","msg":"Skipped copy as --dry-run is set (size 5)","object":"a/3.jpg","size":5,"skipped":"copy"}"#,
            #"{"level":"info","msg":"Deleted","object":"b/1.jpg"}"#,
            #"{"level":"warning","msg":"Skipped delete as --dry-run is set","object":"b/2.jpg","skipped":"delete"}"#,
            #"{"level":"info","msg":"Updated modification time in destination","object":"a/4.jpg"}"#,
            #"{"level":"warning","msg":"\nTransferred","stats":{"bytes":6,"checks":3,"errors":0,"eta":null}}"#
        )
        #expect(log.copied == ["a/1.jpg", "a/2.jpg", "a/3.jpg"])
        #expect(log.deleted == ["b/1.jpg", "b/2.jpg"])
        #expect(log.checks == 3 && log.bytes == 6)
        #expect(log.errors.isEmpty)
    }

    @Test("The log has the last error of each file")
    func whatWentWrong() {
        let log = log(
            #"{"level":"error","msg":"Failed to copy: no\nroom","object":"a/1.jpg"}"#,
            #"{"level":"error","msg":"Attempt 1/3 failed with 1 errors and: no room"}"#,
            #"{"level":"error","msg":"Failed to copy: still no room","object":"a/1.jpg"}"#,
            "2026/11/21 14:08:37 NOTICE: Config file not found - using defaults",
            "2026/11/21 14:08:37 Failed to copy with 2 errors: last error was: no room")
        #expect(log.errors.map { "\($0.object): \($0.text)" } == ["a/1.jpg: still no room"])
        #expect(log.cause == "Failed to copy with 2 errors: last error was: no room")
        let early = self.log(
            #"2026/11/21 14:08:37 Failed to create file system for "x:": didn't find section"#)
        #expect(early.cause == #"Failed to create file system for "x:": didn't find section"#)
    }

    @Test("A general error does not hide the error of a file")
    func general() {
        let log = log(
            #"{"level":"error","msg":"Failed to copy: denied","object":"a/1.jpg"}"#,
            #"{"level":"critical","msg":"directory not found: bucket missing"}"#)
        #expect(log.errors.map(\.text) == ["denied"])
        #expect(log.cause == "directory not found: bucket missing")
    }
}
