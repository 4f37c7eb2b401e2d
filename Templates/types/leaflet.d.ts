// The parts of Leaflet 1.9 that the page uses. Names that begin with an underscore are private:
// methods of the grid layer that layer.js overrides, and the end of a zoom.

declare namespace L {
    interface Point {
        x: number;
        y: number;
        add(other: Point): Point;
        subtract(other: Point): Point;
        distanceTo(other: Point): number;
    }
    interface Bounds {
        min: Point;
        max: Point;
    }
    interface Coords extends Point {
        z: number;
    }
    interface LatLng {
        lat: number;
        lng: number;
    }
    interface LatLngBounds {
        getCenter(): LatLng;
        getWest(): number;
        getEast(): number;
        getNorth(): number;
        getSouth(): number;
    }
    type Corners = LatLngBounds | number[][];
    interface Moving {
        animate?: boolean;
    }

    const CRS: { Simple: object };
    const DomUtil: { getPosition(element: HTMLElement): Point };
    function bounds(one: Point, other: Point): Bounds;
    function latLng(latitude: number, longitude: number): LatLng;
    function latLngBounds(corners: number[][]): LatLngBounds;
    function map(element: HTMLElement, options: object): Map;
    function point(x: number, y: number): Point;
    function svgOverlay(image: SVGElement, bounds: LatLngBounds): Overlay;

    class Layer {
        addTo(map: Map): this;
        remove(): this;
        on(names: string, handler: (event: { tile: HTMLElement }) => void): this;
        once(name: string, handler: () => void): this;
    }

    class Overlay extends Layer {
        setBounds(bounds: LatLngBounds): this;
    }

    class GridLayer extends Layer {
        constructor(options: object);
        _map: Map;
        _tileZoom: number;
        _tiles: Record<string, { coords: Coords, current: boolean, el: HTMLElement }>;
        _addTile(coords: Coords, container: Node): void;
        _clampZoom(zoom: number): number;
        _getTilePos(coords: Coords): Point;
        _invalidateAll(): void;
        _isValidTile(coords: Coords): boolean;
        _pxBoundsToTileRange(area: Bounds): Bounds;
        _tileCoordsToKey(coords: Coords): string;
        _setView(center: LatLng, zoom: number, ...rest: boolean[]): void;
        _setZoomTransform(
            level: { el: HTMLElement, zoom: number }, center: LatLng, zoom: number): void;
    }

    interface Map {
        dragging: { enable(): void, disable(): void };
        options: { inertia: boolean, minZoom: number, maxZoom: number };
        fitBounds(bounds: Corners, options?: Moving): this;
        getBounds(): LatLngBounds;
        getBoundsZoom(bounds: LatLngBounds): number;
        getCenter(): LatLng;
        getPane(name: string): HTMLElement;
        getPixelOrigin(): Point;
        getSize(): Point;
        getZoom(): number;
        getZoomScale(to: number, from: number): number;
        on(names: string, handler: () => void): this;
        _onZoomTransitionEnd(): void;
        panTo(center: LatLng, options?: Moving): this;
        project(place: LatLng): Point;
        setMaxBounds(bounds: LatLngBounds): this;
        setView(center: LatLng, zoom: number, options?: Moving): this;
        setZoom(zoom: number, options?: Moving): this;
    }
}
