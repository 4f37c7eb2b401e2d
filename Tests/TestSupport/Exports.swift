// What browsers and reports are spoken to with, JSONValue, is Core's.
@_exported public import ZigguratCore
