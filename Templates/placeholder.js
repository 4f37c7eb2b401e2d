/**
 * A small version of the image, shown until the tiles arrive. The page contains an element with the
 * placeholder of its own image.
 *
 * @param {Page} page
 * @param {HTMLElement} stage
 */
const zigguratPlaceholder = function (page, stage) {
    'use strict';

    let small = /** @type {HTMLImageElement | null} */ (stage.querySelector('#placeholder'));
    const own = small?.src;

    function place() {
        const matrix = small && page.lens.matrix();
        if (small && matrix) {
            small.classList.add('placed');
            small.style.width = `${page.config.width}px`;
            small.style.height = `${page.config.height}px`;
            small.style.transform = `matrix(${matrix.join()})`;
        }
    }
    page.lens.events.addEventListener('move', place);

    /** Removes the placeholder, unless the lens needs it below an opaque image. */
    function release() {
        if (!page.lens.needsUnderlay || page.config.transparent) {
            remove();
        }
    }

    function remove() {
        small?.remove();
        small = null;
    }

    /** Shows the placeholder of the current image. */
    function show() {
        const source = page.number ? page.config.placeholder : own;
        if (small?.src !== source) {
            remove();
        }
        if (!small && source) {
            small = document.createElement('img');
            small.id = 'placeholder';
            small.alt = '';
            small.src = source;
            stage.prepend(small);
        }
    }

    return { release, show };
};
