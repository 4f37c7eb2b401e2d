// The interfaces of browsers and reports use JSONValue, a type of ZigguratCore.
@_exported public import ZigguratCore
