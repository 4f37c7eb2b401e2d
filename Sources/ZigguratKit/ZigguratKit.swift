// The modules that ZigguratKit exports: geometry, layouts, plan, manifest, preview, publication and
// `Exporter`.
@_exported public import ZigguratCore
@_exported public import ZigguratExport
@_exported public import ZigguratFormats
@_exported public import ZigguratImaging
@_exported public import ZigguratMaintenance
@_exported public import ZigguratPublish
@_exported public import ZigguratPyramid
@_exported public import ZigguratServer
@_exported public import ZigguratShards
@_exported public import ZigguratSources
@_exported public import ZigguratStore
@_exported public import ZigguratSystem
@_exported public import ZigguratViewer
