// needs: head/namespace.js
/**
 * The view and its movements, through OpenSeadragon's viewport.
 *
 * @param {OpenSeadragon.Viewer} viewer
 * @param {MediaQueryList} stillness Whether the visitor prefers reduced motion.
 * @param {() => [x: number, y: number]} margin Returns the width and the height to leave free on
 *     each side when the whole image is visible.
 * @param {() => number} maxZoom Returns the largest zoom, in screen pixels per image pixel.
 */
ziggurat.viewport = function (viewer, stillness, margin, maxZoom) {
    'use strict';

    const { Point, Rect } = OpenSeadragon;
    const { viewport } = viewer;
    const item = () => viewer.world.getItemAt(0);

    /**
     * Leaves the margin free when the whole image is visible. Allows zooming out to actual pixels
     * of an image that is smaller than the window.
     */
    function limitZoom() {
        if (item()) {
            viewport.maxZoomPixelRatio = maxZoom();
            const size = viewport.getContainerSize();
            const image = viewer.world.getHomeBounds();
            const isTurned = viewport.getRotation() % 180 !== 0;
            const [width, height] = isTurned
                ? [image.height, image.width] : [image.width, image.height];
            const [x, y] = margin();
            viewport.defaultZoomLevel = Math.min(
                (size.x - 2 * x) / width / size.x, (size.y - 2 * y) / height / size.x);
            viewport.minZoomLevel = Math.min(0.9 * viewport.getHomeZoom(),
                item().imageToViewportZoom(1 / OpenSeadragon.pixelDensityRatio));
        }
    }
    for (const name of ['resize', 'rotate']) {
        viewer.addHandler(name, limitZoom);
    }

    function isHome() {
        const home = viewport.getHomeBoundsNoRotate();
        const view = viewport.getBoundsNoRotate();
        return [home.x - view.x, home.y - view.y, home.width - view.width,
            home.height - view.height].every((side) => Math.abs(side) < home.width * 1e-6);
    }

    /**
     * @param {Box} region
     * @param {boolean} [atOnce]
     * @param {boolean} [isFree] Whether the view may extend beyond the image.
     */
    function fit(region, atOnce = false, isFree = false) {
        const bounds = item().imageToViewportRectangle(
            new Rect(region.x, region.y, region.width, region.height));
        viewport.fitBounds(bounds, atOnce);
        if (!isFree) {
            viewport.applyConstraints(atOnce);
        }
    }

    /** Aligns image pixels with screen pixels. */
    function showActualPixels() {
        const image = item();
        const ratio = OpenSeadragon.pixelDensityRatio;
        const center = image.viewportToImageCoordinates(viewport.getCenter());
        const size = viewport.getContainerSize().times(ratio);
        if (viewport.getRotation() % 180 !== 0) {
            [size.x, size.y] = [size.y, size.x];
        }
        const align = (/** @type {number} */ value, /** @type {number} */ length) =>
            Math.round(value - length / 2) + length / 2;
        const aligned = new Point(align(center.x, size.x), align(center.y, size.y));
        viewport.panTo(image.imageToViewportCoordinates(aligned));
        viewport.zoomTo(image.imageToViewportZoom(1 / ratio));
        viewport.applyConstraints();
    }

    /** @param {number} factor */
    function zoomBy(factor) {
        viewport.zoomBy(factor);
        viewport.applyConstraints();
    }

    /** Stops a movement, unless the zoom changes too. */
    function stop() {
        if (viewport.zoomSpring.isAtTargetValue()) {
            viewport.panTo(viewport.getCenter(true), true);
            viewport.applyConstraints();
        }
    }
    viewer.addHandler('canvas-press', stop);

    /** @param {number} factor @param {number} x @param {number} y */
    function zoomAt(factor, x, y) {
        // An image that glides after a flick would move away from the pointer.
        stop();
        const left = viewport.getFlip() ? viewport.getContainerSize().x - x : x;
        viewport.zoomBy(factor, viewport.pointFromPixel(new Point(left, y), true));
        viewport.applyConstraints();
    }

    /** @param {number} right @param {number} down */
    function moveBy(right, down) {
        const size = viewport.getBoundsNoRotate();
        const step = new Point(right * size.width, down * size.height);
        if (viewport.getFlip()) {
            step.x = -step.x;
        }
        viewport.panBy(step.rotate(-viewport.getRotation()));
        viewport.applyConstraints();
    }

    /** @param {number} degrees */
    function rotateBy(degrees) {
        const sign = viewport.getFlip() ? -1 : 1;
        const fits = isHome();
        viewport.setRotation(viewport.getRotation() + sign * degrees, stillness.matches);
        if (fits) {
            viewport.goHome(stillness.matches);
        } else {
            viewport.applyConstraints();
        }
    }

    /** @param {number} degrees @param {boolean} isFlipped */
    function turnTo(degrees, isFlipped) {
        viewport.setRotation(degrees, true);
        viewport.setFlip(isFlipped);
    }

    function region() {
        const { x, y, width, height } =
            item().viewportToImageRectangle(viewport.getBounds()).getBoundingBox();
        return { x, y, width, height };
    }

    return {
        limitZoom, region, isHome, fit, showActualPixels, zoomBy, zoomAt, moveBy, rotateBy,
        turnTo,
        goHome: (atOnce = false) => viewport.goHome(atOnce),
        flip: () => viewport.toggleFlip(),
        rotation: () => OpenSeadragon.positiveModulo(Math.round(viewport.getRotation()), 360),
        isFlipped: () => viewport.getFlip(),
    };
};
