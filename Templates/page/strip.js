// needs: head/text.js, page/roving.js
/**
 * Moves between images: buttons, keys, swipes, and a strip of thumbnails.
 */
ziggurat.strip = (function () {
    'use strict';

    const { text } = ziggurat;

    /** The shortest swipe that shows another image, in CSS pixels. */
    const swipeLength = 60;
    /** The most thumbnails in the strip. The current image is in the middle. */
    const most = 41;

    /**
     * @param {Page} page
     * @param {ReturnType<typeof ziggurat.pager>} pager
     * @param {(number: number) => void} turn Shows an image of the destination.
     */
    return function (page, pager, turn) {
        const { lens } = page;
        const find = (/** @type {string} */ selector) =>
            /** @type {HTMLElement} */ (document.querySelector(selector));
        const [bar, strip, count] = [find('#pager'), find('#strip'), find('#count')];
        const button = (/** @type {string} */ name) => /** @type {HTMLButtonElement} */ (
            bar.querySelector(`button[data-action="${name}"]`));
        let total = 0;
        const refreshStop = ziggurat.roving(strip, 'button');

        const current = () => pager.number(page.number);

        /** Returns the numbers of the visible images. */
        const visible = () => page.pages?.() ?? [current()];

        /** Returns the numbers of the visible images as a text. */
        const numbers = () => visible().map(ziggurat.language.number).join('–');

        /** @param {boolean} isForward */
        function go(isForward) {
            const all = visible();
            const number = isForward ? all[all.length - 1] + 1 : all[0] - 1;
            if (total > 1 && number >= 1 && number <= total) {
                turn(number);
            }
        }

        /**
         * Disables or enables a button. If a disabled button had the focus, the focus moves to the other
         * button.
         * @param {string} name @param {string} other @param {boolean} isDisabled
         */
        function setDisabled(name, other, isDisabled) {
            const each = button(name);
            if (isDisabled && each === document.activeElement) {
                button(other).disabled = false;
                button(other).focus();
            }
            each.disabled = isDisabled;
        }

        /** Updates the buttons, the count and the strip for the current image. */
        async function refresh() {
            const pictures = await pager.list();
            total = pictures.length;
            bar.hidden = total < 2;
            if (total < 2) {
                return;
            }
            const shown = visible();
            count.textContent = text('{number} / {total}', { number: numbers(), total });
            setDisabled('previous', 'next', shown[0] === 1);
            setDisabled('next', 'previous', shown[shown.length - 1] === total);
            if (!strip.hidden) {
                fill(pictures);
            }
        }

        /** @param {any[]} pictures */
        function fill(pictures) {
            const first = Math.max(1, Math.min(current() - (most >> 1), total - most + 1));
            const hadFocus = strip.contains(document.activeElement);
            strip.replaceChildren(...pictures.slice(first - 1, first - 1 + most).map((each, index) => {
                const number = first + index;
                const item = document.createElement('li');
                const choice = document.createElement('button');
                choice.type = 'button';
                choice.title = each.title;
                choice.setAttribute('aria-label', `${number}: ${each.title}`);
                if (each.thumbnail) {
                    const image = document.createElement('img');
                    image.src = pager.thumbnail(each);
                    image.alt = '';
                    choice.append(image);
                }
                const label = window.zigguratBook?.labels[number - 1];
                if (label) {
                    choice.append(document.createElement('b'));
                    choice.lastElementChild?.append(label);
                }
                if (number === current()) {
                    choice.setAttribute('aria-current', 'true');
                }
                choice.addEventListener('click', () => turn(number));
                item.append(choice);
                return item;
            }));
            const shown = /** @type {HTMLElement} */ (strip.querySelector('[aria-current]'));
            refreshStop(shown);
            strip.scrollLeft = shown.offsetLeft + (shown.offsetWidth - strip.clientWidth) / 2;
            if (hadFocus) {
                shown.focus({ preventScroll: true });
            }
        }

        function toggle() {
            if (total > 1) {
                if (strip.contains(document.activeElement)) {
                    button('strip').focus();
                }
                strip.hidden = !strip.hidden;
                document.documentElement.classList.toggle('strip', !strip.hidden);
                button('strip').setAttribute('aria-pressed', String(!strip.hidden));
                refresh();
            }
        }

        // If the whole image is visible, a horizontal swipe shows the next or the previous image, and
        // a swipe downwards opens the gallery, except in a tour. A tap with a drag zooms.
        /** @type {{ x: number, y: number, width: number } | null} */
        let start = null;
        const surface = find('#viewer');
        surface.addEventListener('pointerdown', (event) => {
            const isAlone = event.pointerType === 'touch' && event.isPrimary
                && !document.documentElement.classList.contains('touring');
            start = isAlone && lens.matrix() && lens.isHome()
                ? { x: event.clientX, y: event.clientY, width: lens.region().width } : null;
        }, true);
        surface.addEventListener('pointercancel', () => {
            start = null;
        }, true);
        surface.addEventListener('pointerup', (event) => {
            const [x, y] = start && lens.matrix() && Math.abs(lens.region().width / start.width - 1) < 0.01
                ? [event.clientX - start.x, event.clientY - start.y] : [0, 0];
            start = null;
            if (Math.abs(x) >= swipeLength && Math.abs(x) > 2 * Math.abs(y)) {
                const direction = window.zigguratBook?.direction;
                go((x < 0) !== (direction ? direction === 'rtl' : ziggurat.language.isMirrored()));
            } else if (y >= swipeLength && y > 2 * Math.abs(x) && window.parent === window) {
                /** @type {HTMLAnchorElement | null} */ (
                    document.querySelector(':not(.embed) > body #gallery[href]'))?.click();
            }
        }, true);

        return {
            next: () => go(true), previous: () => go(false), toggle, refresh,
            /**
             * Shows the next image, or the first image after the last; returns false if there is
             * only one.
             */
            goOn() {
                if (total > 1) {
                    turn(current() % total + 1);
                }
                return total > 1;
            },
            /** Returns the position of the visible images or pages, for announcements. */
            place() {
                const values = { number: numbers(), total };
                return total < 2 ? ''
                    : window.zigguratBook ? text('page {number} of {total}', values)
                    : text('image {number} of {total}', values);
            },
            neighbours: () => [current() + 1, current() - 1].filter(
                (number) => total > 1 && number >= 1 && number <= total),
        };
    };
})();
