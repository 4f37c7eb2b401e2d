/**
 * What is seen before the tiles are there: a small version of the picture, where the big one will
 * be. That of the page's own picture stands in the page from the beginning.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
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

    function remove() {
        small?.remove();
        small = null;
    }

    /** Shows the placeholder of the picture that the page has now. */
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

    return { remove, show };
};
