internal import CommandLineParsing
internal import ZigguratKit

struct DoctorCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "doctor", abstract: "Check the machine: libraries, formats, limits, output folder",
        discussion: """
            Prints the versions of libraries and programs, the formats that can be read and written, \
            the limits of memory and files, whether decoders run in processes of their own, and what \
            the file system of the output folder can do. For everything that is missing it names the \
            package of Debian to install. Status 1 means that exports cannot work.
            """,
        examples: [.init("ziggurat doctor -o public")])

    @Option(
        short: "o", valueName: "DIR", completion: .folders, help: "Output folder to check")
    var output: PathArgument = "Output"

    @OptionGroup var report: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let diagnosis = Diagnosis(
            destination: try output.textOrError(), isolation: context.isolation)
        let report = DoctorReport(diagnosis: diagnosis)
        if self.report.json {
            try context.console.print(json: report.document)
        } else {
            for line in report.lines { context.console.print(line) }
        }
        return diagnosis.canExport ? .done : .failed
    }
}
