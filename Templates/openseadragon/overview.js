// needs: head/namespace.js
/**
 * The small map with a box around the view. It is OpenSeadragon's navigator, created after the
 * first image is shown.
 *
 * @param {OpenSeadragon.Viewer} viewer
 * @param {HTMLElement} element The parent of the map.
 */
ziggurat.overview = function (viewer, element) {
    'use strict';

    const { viewport } = viewer;

    /** @type {{ width: number, height: number }} */
    let shape;

    /** Fits the rotated view of all images into 180 × 130 pixels. */
    function size() {
        const isTurned = viewport.getRotation() % 180 !== 0;
        const [width, height] = isTurned ? [shape.height, shape.width]
            : [shape.width, shape.height];
        const scale = Math.min(180 / width, 130 / height);
        element.style.width = `${Math.max(Math.round(width * scale), 16)}px`;
        element.style.height = `${Math.max(Math.round(height * scale), 16)}px`;
        viewer.navigator?.updateSize();
    }
    viewer.addHandler('rotate', size);

    /** @param {{ width: number, height: number }} next The next image, or the bounds of all. */
    function prepare(next) {
        shape = next;
        size();
    }
    viewer.world.addHandler('add-item', () => prepare(viewer.world.getHomeBounds()));

    /** Creates the navigator for the first image. OpenSeadragon updates it for later images. */
    function show() {
        if (viewer.navigator) {
            return;
        }
        const box = element.closest('#overview');
        viewer.navigator = new OpenSeadragon.Navigator({
            viewer, element, drawer: 'seamless', navigatorRotate: true,
            displayRegionColor: '#fff', opacity: 1, animationTime: viewer.animationTime,
        });
        const { world } = viewer.navigator;
        world.addOnceHandler('add-item', () => {
            // OpenSeadragon hides the box as long as the navigator has no image.
            viewer.navigator?.update(viewport);
            // The navigator stays hidden until it is drawn.
            world.getItemAt(0).whenFullyLoaded(() => box?.classList.add('drawn'));
        });
        for (let index = 0; index < viewer.world.getItemCount(); index += 1) {
            const item = viewer.world.getItemAt(index);
            const { x, y, width } = item.getBounds();
            viewer.navigator.addTiledImage({
                tileSource: item.source, originalTiledImage: item, clip: item.getClip(), x, y, width,
            });
        }
    }

    return { prepare, show };
};
