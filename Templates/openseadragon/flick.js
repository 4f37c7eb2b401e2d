// needs: head/namespace.js
/**
 * After a flick, the image keeps moving like a scrolled list on a phone: first at the speed of the
 * finger or the mouse, which halves every quarter of a second. The whole image returns to the
 * middle instead.
 *
 * OpenSeadragon's own flicks take equally long at all speeds. They also move an image to the wrong
 * side if the image is flipped, or if the finger rests before the touch ends.
 *
 * @param {OpenSeadragon.Viewer} viewer
 * @param {MediaQueryList} stillness Whether the visitor prefers reduced motion.
 */
ziggurat.flick = function (viewer, stillness) {
    'use strict';

    const { viewport } = viewer;
    let zoom = 0;

    /**
     * The event from which the speed is measured, usually at most 0.1 s before `last`.
     * @type {OpenSeadragon.CanvasEvent}
     */
    let first;
    /** @type {OpenSeadragon.CanvasEvent} */
    let last;
    const seconds = () => (last.originalEvent.timeStamp - first.originalEvent.timeStamp) / 1000;

    /** @param {OpenSeadragon.CanvasEvent} event */
    function follow(event) {
        const before = last;
        last = event;
        if (seconds() > 0.1) {
            first = before;
        }
    }

    viewer.addHandler('canvas-press', (event) => {
        zoom = viewport.getZoom();
        first = last = event;
    });
    viewer.addHandler('canvas-drag', follow);
    viewer.addHandler('canvas-drag-end', (event) => {
        const size = viewport.getZoom() / viewport.getHomeZoom();
        if (size > 0.89 && size < 1.01) {
            event.preventDefaultAction = true;
            viewport.goHome();
            return;
        }
        follow(event);
        // In CSS pixels per second.
        const velocity = first.position.minus(event.position).divide(seconds() || 1);
        // Two fingers, or a finger that taps and drags, change the zoom. While the zoom changes,
        // OpenSeadragon moves the center.
        if (stillness.matches || Math.hypot(velocity.x, velocity.y) < 120
            || event.pointerType === 'touch' && !viewer.gestureSettingsTouch.dragToPan
            || !viewport.zoomSpring.isAtTargetValue() || viewport.getZoom() !== zoom) {
            return;
        }
        event.preventDefaultAction = true;
        velocity.x *= viewport.getFlip() ? -1 : 1;
        const way = viewport.deltaPointsFromPixels(velocity.times(0.35), true);
        viewport.panBy(way);
        viewport.applyConstraints();
        for (const axis of /** @type {const} */ (['x', 'y'])) {
            const spring = axis === 'x' ? viewport.centerSpringX : viewport.centerSpringY;
            const { animationTime, current: { value: start }, target: { value: end } } = spring;
            // The edge of the image can shorten or reverse the movement.
            const part = (end - start) / way[axis];
            spring.animationTime = part > 0 && part < 1.01 ? 2.8 * part : animationTime;
            spring.resetTo(start);
            spring.springTo(end);
            spring.animationTime = animationTime;
        }
    });
};
