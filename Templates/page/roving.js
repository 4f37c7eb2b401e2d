// needs: head/text.js
/**
 * Makes a group of elements one Tab stop. Arrow keys, Home and End move inside the group, and the
 * Tab key returns to the element that had the focus last.
 *
 * @param {HTMLElement} group
 * @param {string} selector The elements of the group.
 * @param {boolean} [isRow] Whether only horizontal arrows move, because vertical arrows move the
 *     image.
 * @returns {(current?: Element | null) => void} Updates the Tab stop after the elements changed.
 */
ziggurat.roving = function (group, selector, isRow) {
    'use strict';

    const all = () => /** @type {HTMLElement[]} */ ([...group.querySelectorAll(selector)]);
    const reachable = () => all().filter((each) =>
        each.getClientRects().length > 0 && !each.matches(':disabled'));

    /** @param {Element | null | undefined} chosen */
    function stop(chosen) {
        for (const each of all()) {
            each.tabIndex = each === chosen ? 0 : -1;
        }
    }

    /** @param {Element | null} [current] */
    function refresh(current) {
        const now = all();
        stop(current ?? now.find((each) => each.tabIndex === 0 && each.hasAttribute('tabindex'))
            ?? reachable()[0] ?? now[0]);
    }

    group.dataset.roving = '';
    group.addEventListener('focusin', ({ target }) => {
        const element = /** @type {HTMLElement} */ (target).closest(selector);
        if (element) {
            stop(element);
        }
    });
    group.addEventListener('keydown', (event) => {
        const target = /** @type {HTMLElement} */ (event.target).closest(selector);
        if (!target || event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        const elements = reachable();
        const place = elements.indexOf(/** @type {HTMLElement} */ (target));
        const step = ziggurat.language.isMirrored() ? -1 : 1;
        const goal = /** @type {Record<string, number>} */ ({
            ArrowLeft: place - step, ArrowRight: place + step, Home: 0, End: elements.length - 1,
            ...(isRow ? {} : { ArrowUp: place - 1, ArrowDown: place + 1 }),
        })[event.key];
        if (goal !== undefined && place >= 0) {
            elements[(goal + elements.length) % elements.length].focus();
            event.preventDefault();
        }
    });
    refresh();
    return refresh;
};
