package import ZigguratImaging

/// libvips declares a C type with the same name.
package typealias VipsImage = ZigguratImaging.VipsImage
