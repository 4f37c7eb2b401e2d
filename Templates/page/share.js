// needs: page/load.js, features/cite.js?, features/embed.js?
/**
 * The list *Share*: its dialogs, whose scripts load at their first use, and the parts that the
 * publisher offers.
 *
 * @param {Page} page
 * @param {() => string} view Returns the view in the form of the page's address.
 * @returns {() => void} Shows the parts that the publisher of the current image offers.
 */
ziggurat.share = function (page, view) {
    'use strict';

    const { scripts, component } = page.config;
    const cite = ziggurat.load.once(scripts?.cite, () => ziggurat.cite?.(page, view));
    const embed = ziggurat.load.once(scripts?.embed, () => ziggurat.embed?.(page, view, component));

    // A user's template may lack the buttons.
    for (const [selector, dialog] of /** @type {const} */ ([['.cite', cite], ['#embed', embed]])) {
        for (const each of document.querySelectorAll(selector)) {
            const opener = /** @type {HTMLElement} */ (each);
            opener.addEventListener('click', () => dialog().then((open) => open?.(opener)));
        }
    }

    return () => {
        const { share = ['link', 'cite', 'save', 'embed'] } = page.config;
        // A user's template may lack the buttons.
        for (const [part, selector] of [
            ['link', '[data-action="copyLink"], [data-key="copyLink"]'], ['embed', '#embed'],
            ['save', 'button[data-part="save"]'], ['cite', '#cite'],
        ]) {
            for (const each of document.querySelectorAll(selector)) {
                /** @type {HTMLElement} */ (each).hidden = !share.includes(part);
            }
        }
        for (const each of document.querySelectorAll('[data-menu="share"]')) {
            /** @type {HTMLElement} */ (each).hidden = share.length === 0;
        }
    };
};
