// needs: page/keys.js, tour/panel.js
/**
 * A tour: steps with a view of the image and texts, in a panel beside the image. On a phone, the
 * panel is below the image. The address contains the step, as in `#xywh=…&step=3`; `#step=3` shows
 * the step's own view.
 *
 * @param {Page} page
 * @param {HTMLElement} stage
 * @param {{ leap: () => void, show: (values: URLSearchParams, atOnce?: boolean) => void,
 *     write: () => void }} view
 * @param {(topic: string, text: string) => void} announce
 * @returns {TourPart}
 */
ziggurat.showTour = function (page, stage, view, announce) {
    'use strict';

    const { lens } = page;
    const { classList } = document.documentElement;
    const tour = /** @type {Tour} */ (page.config.tour);
    const { steps } = tour;
    const stillness = window.matchMedia('(prefers-reduced-motion: reduce)');
    /** The time to read a step, in seconds: `look` for the image, and `word` for each word. */
    const reading = { look: 5, word: 0.4 };
    const swipe = 60;

    /** The current step; -1 if the tour is closed. */
    let current = -1;
    /**
     * The view to keep when the size of the window changes; null after the visitor moved the image.
     */
    /** @type {URLSearchParams | null} */
    let kept = null;
    let isPlaying = false;
    let timer = 0;

    const { back, body, count, fill, heading, on, panel, showPlaying } = ziggurat.tourPanel(tour, {
        move, close,
        toggle: () => (isPlaying ? pause() : start()),
        soundEnded: () => isPlaying && move(1, true),
    });
    stage.querySelector('#caption')?.after(panel);

    // ---- Steps

    /**
     * Shows a step.
     * @param {number} number The number of the step, from 0.
     * @param {URLSearchParams} [seen] The view; the step's own view if missing.
     * @param {boolean} [atOnce]
     */
    function show(number, seen, atOnce = stillness.matches) {
        const isNew = current !== number;
        const isOpening = current < 0;
        current = number;
        kept = seen ?? new URLSearchParams(steps[number].view);
        if (isNew) {
            fill(number);
        }
        if (isOpening) {
            panel.hidden = false;
            classList.add('touring');
            // After this event, the libraries measure the smaller part of the window.
            window.dispatchEvent(new Event('resize'));
            heading.focus({ preventScroll: true });
        }
        const target = kept;
        view.show(target, atOnce);
        if (isNew) {
            const texts = [...body.children].map((each) => each.textContent).filter(Boolean);
            announce('tour', `${count.textContent}: ${texts.join('. ')}`);
        }
    }

    /** @param {number} steps_ @param {boolean} [isAutomatic] */
    function move(steps_, isAutomatic = false) {
        const number = current + steps_;
        if (number < 0 || number >= steps.length) {
            pause();
            return;
        }
        const hadFocus = document.activeElement;
        if (!isAutomatic) {
            view.leap();
        }
        show(number);
        view.write();
        // A disabled button loses the focus.
        if ((hadFocus === back && back.disabled) || (hadFocus === on && on.disabled)) {
            heading.focus({ preventScroll: true });
        }
        if (isPlaying) {
            wait();
        }
    }

    function close() {
        pause();
        if (current < 0) {
            return;
        }
        current = -1;
        kept = null;
        const { activeElement } = document;
        const hadFocus = activeElement === document.body || panel.contains(activeElement);
        panel.hidden = true;
        body.replaceChildren();
        classList.remove('touring');
        window.dispatchEvent(new Event('resize'));
        view.write();
        if (hadFocus) {
            // Another image may have no tour.
            const next = stage.querySelector('#tour-start:not([hidden])')
                ?? stage.querySelector('#viewer[tabindex], #viewer [tabindex]');
            /** @type {HTMLElement | null} */ (next)?.focus();
        }
    }

    // ---- Playing

    /** Shows the next step after the sound has ended, or after the time to read the text. */
    async function wait() {
        window.clearTimeout(timer);
        const number = current;
        const { seconds } = steps[number];
        const player = body.querySelector('audio');
        if (player && seconds === undefined) {
            try {
                await player.play();
                return;
            } catch {
                // The file is missing, or the browser cannot play the sound.
            }
        }
        if (isPlaying && number === current) {
            const words = (body.textContent ?? '').split(/\s+/).length;
            timer = window.setTimeout(() => move(1, true),
                1000 * (seconds ?? reading.look + reading.word * words));
        }
    }

    /** @param {boolean} plays */
    function setPlaying(plays) {
        isPlaying = plays;
        showPlaying(plays);
    }

    function start() {
        setPlaying(true);
        if (current === steps.length - 1) {
            move(1 - steps.length);
        } else {
            wait();
        }
    }

    function pause() {
        window.clearTimeout(timer);
        body.querySelector('audio')?.pause();
        if (isPlaying) {
            setPlaying(false);
        }
    }

    // ---- Input

    const isOpen = () => current >= 0;
    document.addEventListener('keydown', (event) => {
        const target = /** @type {HTMLElement} */ (event.target);
        if (!isOpen() || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
            || document.querySelector('dialog[open], .menu:not([hidden])')
            || target.closest('input, textarea, select, audio')
            // Escape first closes a panel with the focus; arrows move the focus between buttons.
            || target.closest(
                event.key === 'Escape' ? '#caption:has([open])' : '[data-roving]')) {
            return;
        }
        const isPressing = target.closest('button, a, summary') !== null;
        /** @type {Record<string, (() => void) | false>} */
        const keys = {
            ArrowLeft: () => move(-1), ArrowRight: () => move(1), Escape: close,
            ' ': !isPressing && ziggurat.keys.isOn()
                && (() => (isPlaying ? pause() : start())),
        };
        const action = keys[event.key];
        if (action) {
            action();
            event.preventDefault();
            event.stopPropagation();
        }
    }, true);
    // If the visitor moves the image, the tour does not restore its view.
    for (const name of ['pointerdown', 'wheel', 'keydown']) {
        stage.addEventListener(name, ({ target }) => {
            if (isOpen() && !panel.contains(/** @type {Node} */ (target))) {
                kept = null;
                pause();
            }
        }, { passive: true });
    }
    // The panel is not printed. The handler of controls.js runs first and sets the size of the
    // stage.
    window.addEventListener('beforeprint', () => {
        const { style } = document.documentElement;
        if (panel.offsetWidth === stage.clientWidth) {
            style.setProperty('--screen-height', `${stage.clientHeight - panel.offsetHeight}px`);
        } else {
            style.setProperty('--screen-width', `${stage.clientWidth - panel.offsetWidth}px`);
        }
    });
    document.addEventListener('visibilitychange', () => document.hidden && pause());
    lens.events.addEventListener('resize', () => {
        if (isOpen() && kept && lens.matrix()) {
            view.show(kept, true);
        }
    });

    let [pressX, pressY] = [0, 0];
    panel.addEventListener('touchstart', ({ touches: [touch] }) => {
        [pressX, pressY] = [touch.clientX, touch.clientY];
    }, { passive: true });
    panel.addEventListener('touchend', ({ changedTouches: [touch], target }) => {
        const way = touch.clientX - pressX;
        const isLevel = Math.abs(touch.clientY - pressY) < Math.abs(way) / 2;
        if (Math.abs(way) > swipe && isLevel
            && !(/** @type {HTMLElement} */ (target).closest('audio'))) {
            move(way < 0 ? 1 : -1);
        }
    }, { passive: true });

    return {
        inAddress: () => (isOpen() ? `step=${current + 1}` : ''),
        close,
        read: (values, atOnce) => {
            const number = Number(values.get('step'));
            if (!Number.isInteger(number) || number < 1 || number > steps.length) {
                close();
                return false;
            }
            const isStored = ['xywh', 'rotate', 'flip'].some((name) => values.has(name));
            show(number - 1, isStored ? values : undefined, atOnce);
            return true;
        },
    };
};
