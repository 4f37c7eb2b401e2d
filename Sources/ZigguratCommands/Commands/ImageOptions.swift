internal import CommandLineParsing
internal import ZigguratKit

/// The images of `export` and `plan`, and the options that decide what is written for them.
struct ImageOptions: ParameterSet {
    @Argument(valueName: "IMAGE", help: "Image files, or folders of image files")
    var images: [PathArgument]

    @OptionGroup("Destination") var destination: DestinationOptions
    @OptionGroup("Source") var source: SourceOptions
    @OptionGroup("Tiles") var tiles: TileOptions

    /// The options of the library, without those of pages and of the run.
    func exportOptions() throws(ZigguratError) -> ExportOptions {
        var options = ExportOptions()
        destination.apply(to: &options)
        source.apply(to: &options)
        try tiles.apply(to: &options)
        return options
    }

    /// An exporter whose options do not contradict each other.
    func exporter(
        _ options: ExportOptions, templates: PageTemplates = .builtIn
    ) throws(ZigguratError) -> Exporter {
        var exporter = Exporter(
            destination: try destination.output.textOrError(), options: options,
            naming: try ExportNaming(destination.name))
        exporter.templates = templates
        try exporter.checkOptions()
        return exporter
    }

    /// The batch of all images, and errors for paths that are not UTF-8.
    func batch(_ exporter: Exporter) -> (batch: ExportBatch, errors: [ZigguratError]) {
        let (paths, errors) = images.texts()
        let batch = ExportBatch(
            paths, exporter: exporter, everyPage: source.page == .all,
            everyAssociatedImage: source.associated)
        return (batch, errors)
    }

    /// Prints the plans of all images.
    func printPlans(
        of exporter: Exporter, asJSON: Bool, on console: Console
    ) throws(ZigguratError) -> ExitStatus {
        var (batch, errors) = batch(exporter)
        var plans: [ExportPlan] = []
        for plan in batch.plans() {
            do throws(ZigguratError) {
                plans.append(try plan.get())
            } catch {
                errors.append(error)
            }
        }
        return try PlanReport(plans: plans, errors: errors).print(asJSON: asJSON, on: console)
    }
}
