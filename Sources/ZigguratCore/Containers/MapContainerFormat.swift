package import ZigguratSystem

/// A container format that maps can be written into, tile for tile.
package protocol MapContainerFormat: ContainerFormat {
    /// The path of a map, relative to its destination: `world.mbtiles`.
    func path(ofMap name: String) -> String
    /// - Throws: ``ContainerFailure`` if the format cannot hold the tiles.
    func check(_ map: MapDescription) throws(ZigguratError)
    /// Begins a map. Databases ignore the paths of tiles.
    ///
    /// - Parameter path: Where it is written; the enclosing folder exists.
    func open(_ map: MapDescription, at path: String) throws(ZigguratError) -> any Container
}

extension MapContainerFormat {
    package func check(_ map: MapDescription) throws(ZigguratError) {}
}
