/**
 * The whole picture, small, with a box around what is seen: OpenSeadragon's navigator, which comes
 * when the first picture is there.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 *
 * @param {OpenSeadragon.Viewer} viewer
 * @param {HTMLElement} element Where it is shown.
 */
const zigguratOverview = function (viewer, element) {
    'use strict';

    const { viewport } = viewer;

    /** @type {{ width: number, height: number }} */
    let picture;

    /** Gives it the shape of the picture as it is turned, within a box of 180 by 130 pixels. */
    function size() {
        const isTurned = viewport.getRotation() % 180 !== 0;
        const [width, height] = isTurned ? [picture.height, picture.width]
            : [picture.width, picture.height];
        const scale = Math.min(180 / width, 130 / height);
        element.style.width = `${Math.max(Math.round(width * scale), 16)}px`;
        element.style.height = `${Math.max(Math.round(height * scale), 16)}px`;
        viewer.navigator?.updateSize();
    }
    viewer.addHandler('rotate', size);

    /** @param {{ width: number, height: number }} next The picture that is about to come. */
    function prepare(next) {
        picture = next;
        size();
    }

    /** Shows the first picture; of every other one OpenSeadragon itself tells it. */
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
        // Until then it would be an empty box.
        world.addOnceHandler('add-item', () => world.getItemAt(0).whenFullyLoaded(
            () => box?.classList.add('drawn')));
        const item = viewer.world.getItemAt(0);
        viewer.navigator.addTiledImage({
            tileSource: item.source, originalTiledImage: item, clip: item.getClip(),
        });
        viewer.navigator.update(viewport);
    }

    return { prepare, show };
};
