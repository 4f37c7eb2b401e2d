// The parts of OpenSeadragon 6 that the page uses.

declare function OpenSeadragon(options: object): OpenSeadragon.Viewer;

declare namespace OpenSeadragon {
    const pixelDensityRatio: number;
    /** The page's drawer. OpenSeadragon looks it up by its type. */
    let SeamlessDrawer: typeof CanvasDrawer;
    function positiveModulo(number: number, modulus: number): number;

    class Point {
        x: number;
        y: number;
        constructor(x?: number, y?: number);
        minus(other: Point): Point;
        times(factor: number): Point;
        divide(factor: number): Point;
        rotate(degrees: number): Point;
    }

    class Rect {
        x: number;
        y: number;
        width: number;
        height: number;
        constructor(x?: number, y?: number, width?: number, height?: number);
        getBoundingBox(): Rect;
    }

    interface Spring {
        /** The duration of the next movement, in seconds. */
        animationTime: number;
        current: { value: number };
        target: { value: number };
        isAtTargetValue(): boolean;
        resetTo(value: number): void;
        springTo(value: number): void;
    }

    interface Viewport {
        minZoomLevel: number | null;
        maxZoomPixelRatio: number;
        /** The zoom that shows the whole image; 0 if the library calculates it. */
        defaultZoomLevel: number;
        centerSpringX: Spring;
        centerSpringY: Spring;
        zoomSpring: Spring;
        degreesSpring: Spring;
        applyConstraints(immediately?: boolean): void;
        deltaPixelsFromPointsNoRotate(points: Point, current?: boolean): Point;
        deltaPointsFromPixels(pixels: Point, current?: boolean): Point;
        fitBounds(bounds: Rect, immediately?: boolean): void;
        fitBoundsWithConstraints(bounds: Rect, immediately?: boolean): void;
        getBounds(current?: boolean): Rect;
        getBoundsNoRotate(current?: boolean): Rect;
        getCenter(current?: boolean): Point;
        getContainerSize(): Point;
        getFlip(): boolean;
        getHomeBoundsNoRotate(): Rect;
        getHomeZoom(): number;
        getRotation(current?: boolean): number;
        getZoom(current?: boolean): number;
        goHome(immediately?: boolean): void;
        panBy(delta: Point, immediately?: boolean): void;
        panTo(center: Point, immediately?: boolean): void;
        pointFromPixel(pixel: Point, current?: boolean): Point;
        pixelFromPoint(point: Point, current?: boolean): Point;
        setFlip(isFlipped: boolean): void;
        setRotation(degrees: number, immediately?: boolean): void;
        toggleFlip(): void;
        zoomBy(factor: number, around?: Point): void;
        zoomTo(zoom: number, around?: Point, immediately?: boolean): void;
        /** Moves springs; returns whether the view changed. */
        update(): boolean;
    }

    interface ImageJob {
        src: string;
        tile: Tile;
        userData: { imageRequest?: HTMLImageElement, abort?: () => void };
        finish(data: HTMLImageElement, request: null, dataType: string): void;
        fail(message: string, request: null): void;
    }

    class TileSource {
        downloadTileStart(job: ImageJob): void;
        tileOverlap: number;
        minLevel: number;
        maxLevel: number;
        getPixelRatio(level: number): Point;
    }

    interface Tile {
        level: number;
        x: number;
        y: number;
        /** Whether the library may request the tile. */
        exists: boolean;
        /** The bounds in viewport coordinates, where the image is 1 wide. */
        bounds: Rect;
        /** The position on the screen, in CSS pixels. */
        position: Point;
        size: Point;
    }

    interface TiledImage {
        minPixelRatio: number;
        source: TileSource;
        getBounds(): Rect;
        getClip(): Rect | null;
        /** Returns the size in image pixels. */
        getContentSize(): Point;
        getTilesToDraw(): { tile: Tile }[];
        imageToViewportCoordinates(point: Point): Point;
        imageToViewportCoordinates(x: number, y: number, current?: boolean): Point;
        imageToViewportRectangle(region: Rect): Rect;
        imageToViewportZoom(zoom: number): number;
        update(viewportChanged: boolean): void;
        viewportToImageCoordinates(point: Point): Point;
        viewportToImageRectangle(bounds: Rect): Rect;
        setOpacity(opacity: number): void;
        whenFullyLoaded(callback: () => void): void;
    }

    interface CanvasEvent {
        originalEvent: Event;
        pointerType: string;
        /** In CSS pixels from the top left corner of the canvas. */
        position: Point;
        preventDefaultAction: boolean;
    }

    interface EventSource {
        addHandler(
            name: 'canvas-press' | 'canvas-drag' | 'canvas-drag-end',
            handler: (event: CanvasEvent) => void): void;
        addHandler(
            name: string, handler: (event: { tile: Tile, tiledImage: TiledImage }) => void): void;
        addOnceHandler(name: string, handler: (event: { message: string }) => void): void;
    }

    interface World extends EventSource {
        /** Undefined if no image is open. */
        getHomeBounds(): Rect;
        /** Returns -1 if the world lacks the image. */
        getIndexOfItem(image: TiledImage): number;
        getItemAt(index: number): TiledImage;
        getItemCount(): number;
        setItemIndex(image: TiledImage, index: number): void;
        draw(): void;
        update(viewportChanged: boolean): void;
    }

    class MouseTracker {
        [handler: string]: any;
        constructor(options: object);
        setTracking(isOn: boolean): void;
    }

    class Navigator {
        world: World;
        constructor(options: object);
        addTiledImage(options: object): void;
        update(viewport: Viewport): void;
        updateSize(): void;
    }

    /** An image to open. Its place is in viewport coordinates, where an image is 1 wide by default. */
    interface OpenedImage {
        tileSource: object;
        clip: Rect | null;
        x?: number;
        y?: number;
        height?: number;
    }

    interface Viewer extends EventSource {
        canvas: HTMLElement;
        /** Receives the pointer on the canvas. */
        innerTracker: MouseTracker;
        animationTime: number;
        maxTilesPerFrame: number;
        gestureSettingsTouch: { dragToPan: boolean };
        /** Undefined if no image is open. */
        navigator: Navigator | undefined;
        viewport: Viewport;
        world: World;
        open(images: OpenedImage[]): void;
        setKeyboardNavEnabled(isEnabled: boolean): void;
    }

    class CanvasDrawer {
        canvas: HTMLCanvasElement;
        viewport: Viewport;
        draw(images: TiledImage[]): void;
        getType(): string;
        minimumOverlapRequired(): boolean;
    }
}
