package import ZigguratSystem

/// A container format that can hold maps, with each tile unchanged.
package protocol MapContainerFormat: ContainerFormat {
    /// Returns the path of a map, relative to its destination: `world.mbtiles`.
    func path(ofMap name: String) -> String
    /// Checks that the format can hold a map.
    ///
    /// - Throws: ``ContainerFailure`` if the format cannot hold the tiles.
    func check(_ map: MapDescription) throws(ZigguratError)
    /// Begins a map. Databases ignore the paths of tiles.
    ///
    /// - Parameter path: The path of the new map; the enclosing folder exists.
    func open(_ map: MapDescription, at path: String) throws(ZigguratError) -> any Container
}

extension MapContainerFormat {
    package func check(_ map: MapDescription) throws(ZigguratError) {}
}
