// needs: page/roving.js
/**
 * The lists of buttons that *Share* and *More* open. A button with `data-menu` shows the element
 * with this identifier; a press elsewhere, Escape, or a chosen button hides it.
 *
 * @param {HTMLElement} stage
 */
ziggurat.menu = function (stage) {
    'use strict';

    /** @type {{ opener: HTMLElement, menu: HTMLElement }[]} */
    const all = [];
    for (const opener of /** @type {NodeListOf<HTMLElement>} */ (
        stage.querySelectorAll('[data-menu]'))) {
        const menu = document.getElementById(opener.dataset.menu ?? '');
        if (menu) {
            all.push({ opener, menu });
        }
    }

    /** @param {HTMLElement} [chosen] The list to show; all other lists are hidden. */
    function show(chosen) {
        for (const { opener, menu } of all) {
            menu.hidden = menu !== chosen;
            opener.setAttribute('aria-expanded', String(!menu.hidden));
        }
    }

    for (const { opener, menu } of all) {
        const refresh = ziggurat.roving(menu, 'button');
        opener.addEventListener('click', ({ detail }) => {
            show(menu.hidden ? menu : undefined);
            refresh();
            // A key, not a pointer, opened the list.
            if (!menu.hidden && detail === 0) {
                /** @type {HTMLElement | null} */ (
                    menu.querySelector('button:not([hidden])'))?.focus();
            }
        });
        // After a click on a button, keys still control the image.
        menu.addEventListener('mousedown', (event) => event.preventDefault());
        // Runs before the button's handler, because a dialog that the button opens returns the focus
        // to the element that had the focus.
        menu.addEventListener('click', ({ target, detail }) => {
            if (/** @type {HTMLElement} */ (target).closest('button')) {
                if (detail === 0) {
                    opener.focus();
                }
                show();
            }
        }, true);
        menu.addEventListener('focusout', ({ relatedTarget }) => {
            const next = /** @type {Node | null} */ (relatedTarget);
            if (next && !menu.contains(next) && next !== opener) {
                show();
            }
        });
    }
    document.addEventListener('pointerdown', ({ target }) => {
        const inside = /** @type {HTMLElement} */ (target).closest('.menu, [data-menu]');
        if (!inside) {
            show();
        }
    }, true);
    document.addEventListener('keydown', (event) => {
        const open = all.find(({ menu }) => !menu.hidden);
        if (event.key === 'Escape' && open) {
            const hadFocus = open.menu.contains(document.activeElement);
            show();
            if (hadFocus) {
                open.opener.focus();
            }
            event.preventDefault();
            event.stopImmediatePropagation();
        }
    }, true);
};
