/**
 * The buttons and keys of the page.
 *
 * @param {Page} page
 * @param {HTMLElement} stage The parent of the image and the buttons, which fills the screen.
 * @param {{ view: { leap: () => void, view: () => string },
 *     strip: { next?: () => void, previous?: () => void, toggle?: () => void },
 *     toggleGrid?: () => Promise<boolean>, toggleImmersive: () => void, toggleSlideshow?: () => void,
 *     say: (text: string, passes?: boolean) => void }} parts Other parts of the page.
 */
const zigguratControls = function (page, stage, parts) {
    'use strict';

    const { lens } = page;
    const { view, strip, toggleGrid, toggleImmersive, toggleSlideshow, say } = parts;

    function toggleFullScreen() {
        if (document.fullscreenElement) {
            document.exitFullscreen();
        } else if (document.fullscreenEnabled) {
            stage.requestFullscreen().catch(() => {});
        }
    }

    async function copyLink() {
        const link = zigguratLink.to(page, view.view());
        try {
            await zigguratLink.copy(link);
            say(text('Link copied.'), true);
        } catch {
            say(link);
        }
    }

    /** Opens or closes the caption at the list of keys. */
    function showHelp() {
        const about = /** @type {HTMLDetailsElement | null} */ (stage.querySelector('#about'));
        if (about) {
            about.open = !about.open;
            about.querySelector('.keys')?.scrollIntoView({ block: 'nearest' });
        }
    }

    /** @param {number} degrees */
    const rotate = (degrees) => lens.rotateBy?.(degrees);

    /**
     * @type {Record<string, (() => void) | undefined>} `undefined` if the library lacks the action.
     */
    const actions = {
        zoomIn: () => lens.zoomBy(1.6),
        zoomOut: () => lens.zoomBy(1 / 1.6),
        home: () => {
            view.leap();
            lens.goHome();
        },
        actualPixels: () => {
            view.leap();
            lens.showActualPixels();
        },
        rotate: lens.rotateBy && (() => rotate(90)),
        flip: lens.flip,
        fullScreen: document.fullscreenEnabled ? toggleFullScreen : undefined,
        immerse: toggleImmersive,
        copyLink,
        grid: toggleGrid && (async () =>
            button('grid')?.setAttribute('aria-pressed', String(await toggleGrid()))),
        next: strip.next,
        previous: strip.previous,
        strip: strip.toggle,
        slideshow: toggleSlideshow,
    };
    /** @param {string} name */
    const button = (name) => /** @type {HTMLButtonElement | null} */ (
        stage.querySelector(`button[data-action="${name}"]`));
    for (const [name, action] of Object.entries(actions)) {
        // The button of an action, and the action's row in the list of keys.
        for (const each of stage.querySelectorAll(
            `button[data-action="${name}"], [data-key="${name}"]`)) {
            /** @type {HTMLElement} */ (each).hidden = !action;
        }
        if (action) {
            button(name)?.addEventListener('click', action);
        }
    }
    // Paper has another shape, and the library would fit the image to the paper's size during
    // printing.
    window.addEventListener('beforeprint', () => {
        document.documentElement.style.setProperty('--screen-width', `${stage.clientWidth}px`);
        document.documentElement.style.setProperty('--screen-height', `${stage.clientHeight}px`);
    });
    // Each toolbar is one Tab stop. Arrow keys, Home and End move inside the toolbar.
    for (const bar of /** @type {NodeListOf<HTMLElement>} */ (
        stage.querySelectorAll('[role="toolbar"]'))) {
        const buttons = () => /** @type {HTMLElement[]} */ ([...bar.querySelectorAll('button')])
            .filter((each) => each.getClientRects().length > 0);
        const stop = (/** @type {HTMLElement | undefined} */ chosen) => {
            for (const each of bar.querySelectorAll('button')) {
                each.tabIndex = each === chosen ? 0 : -1;
            }
        };
        stop(bar.querySelector('button') ?? undefined);
        // After a click on a button, keys still control the image.
        bar.addEventListener('mousedown', (event) => event.preventDefault());
        bar.addEventListener('focusin', (event) => stop(/** @type {HTMLElement} */ (event.target)));
        bar.addEventListener('keydown', (event) => {
            const all = buttons();
            const place = all.indexOf(/** @type {HTMLElement} */ (event.target));
            const step = zigguratLanguage.isMirrored() ? -1 : 1;
            const goal = /** @type {Record<string, number>} */ ({
                ArrowLeft: place - step, ArrowRight: place + step, Home: 0, End: all.length - 1,
            })[event.key];
            if (goal !== undefined && place >= 0) {
                all[(goal + all.length) % all.length].focus();
                event.preventDefault();
            }
        });
    }
    document.addEventListener('fullscreenchange', () => {
        const full = document.fullscreenElement !== null;
        button('fullScreen')?.setAttribute('aria-pressed', String(full));
    });
    lens.events.addEventListener('rest', () =>
        button('flip')?.setAttribute('aria-pressed', String(lens.isFlipped())));

    /** @param {number} right @param {number} down */
    const moving = (right, down) => (/** @type {boolean} */ far) =>
        lens.moveBy(right * (far ? 0.8 : 0.15), down * (far ? 0.8 : 0.15));
    /** @type {Record<string, ((shift: boolean) => void) | undefined>} */
    const keys = {
        'ArrowLeft': moving(-1, 0),
        'ArrowRight': moving(1, 0),
        'ArrowUp': moving(0, -1),
        'ArrowDown': moving(0, 1),
        '+': actions.zoomIn,
        '=': actions.zoomIn,
        '-': actions.zoomOut,
        '_': actions.zoomOut,
        '0': actions.home,
        'Home': actions.home,
        '1': actions.actualPixels,
        'PageDown': strip.next,
        'n': strip.next,
        'PageUp': strip.previous,
        'p': strip.previous,
        't': strip.toggle,
        's': toggleSlideshow,
        'c': copyLink,
        'g': actions.grid,
        'i': actions.immerse,
        'r': lens.rotateBy && ((shift) => rotate(shift ? -90 : 90)),
        '?': showHelp,
        'f': (shift) => (shift ? toggleFullScreen() : lens.flip?.()),
    };
    document.addEventListener('keydown', (event) => {
        const target = /** @type {HTMLElement} */ (event.target);
        const scrolls = target.closest('#caption, #tour') && /^(Arrow|Home|Page)/.test(event.key);
        if (target.matches('input, textarea, select') || event.defaultPrevented) {
            return;
        }
        if (event.ctrlKey || event.metaKey || event.altKey || scrolls) {
            return;
        }
        const key = zigguratLanguage.key(event);
        const action = keys[key.length === 1 ? key.toLowerCase() : key];
        if (action) {
            action(event.shiftKey);
            event.preventDefault();
        }
    });
};
