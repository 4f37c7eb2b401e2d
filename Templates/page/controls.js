// needs: head/text.js, page/keys.js, page/link.js, page/menu.js, page/roving.js
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
ziggurat.controls = function (page, stage, parts) {
    'use strict';

    const { text } = ziggurat;

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
        if (page.config.share?.includes('link') === false) {
            return;
        }
        const link = ziggurat.link.to(page, view.view());
        try {
            await ziggurat.link.copy(link);
            say(text('Link copied.'), true);
        } catch {
            say(link);
        }
    }

    /** Adds a line with the title, the credit and the address, which only paper shows. */
    function addCredit() {
        const { title, caption, address } = page.config;
        const line = stage.querySelector('.printed') ?? document.createElement('p');
        line.className = 'printed';
        const parts = [page.heading?.() ?? title, caption.creator, caption.attribution, caption.date,
            text(caption.licenceName ?? caption.licence ?? caption.rightsName ?? caption.rights ?? '')];
        const link = address ? `${address}/#${view.view()}` : ziggurat.link.to(page, view.view());
        line.textContent = `${parts.filter(Boolean).join(' · ')} · ${link.replace(/#$/, '')}`;
        stage.append(line);
    }

    /** Closes the open panels beside the image; the focus returns to the first panel's heading. */
    function closePanels() {
        const panels = /** @type {NodeListOf<HTMLDetailsElement>} */ (
            stage.querySelectorAll('#caption details[open]'));
        const hadFocus = stage.querySelector('#caption')?.contains(document.activeElement);
        for (const panel of panels) {
            panel.open = false;
        }
        if (hadFocus) {
            panels[0]?.querySelector('summary')?.focus();
        }
        return panels.length > 0;
    }
    document.addEventListener('keydown', (event) => {
        if (event.key === 'Escape' && !event.defaultPrevented
            && !document.querySelector('dialog[open]') && closePanels()) {
            event.preventDefault();
        }
    });
    ziggurat.menu(stage);

    /** @type {HTMLDialogElement | null} A user's template may lack the list of keys. */
    const help = stage.querySelector('#keys');
    help?.querySelector('#keys-close')?.addEventListener('click', () => help.close());
    help?.addEventListener('keydown', (event) => {
        if (event.key === '?') {
            help.close();
            event.preventDefault();
        }
    });

    /** @param {number} degrees */
    const rotate = (degrees) => lens.rotateBy?.(degrees);

    /**
     * @type {Record<string, (() => unknown) | undefined>} `undefined` if the library lacks the action.
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
        help: help ? () => help.showModal() : undefined,
        closePanels,
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
    // printing. The capture phase runs this handler before the handler of tour.js.
    window.addEventListener('beforeprint', () => {
        addCredit();
        document.documentElement.style.setProperty('--screen-width', `${stage.clientWidth}px`);
        document.documentElement.style.setProperty('--screen-height', `${stage.clientHeight}px`);
    }, true);
    for (const bar of /** @type {NodeListOf<HTMLElement>} */ (
        stage.querySelectorAll('[role="toolbar"]'))) {
        ziggurat.roving(bar, 'button', true);
        // After a click on a button, keys still control the image.
        bar.addEventListener('mousedown', (event) => event.preventDefault());
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
        '?': actions.help,
        'f': (shift) => (shift ? toggleFullScreen() : lens.flip?.()),
    };
    document.addEventListener('keydown', (event) => {
        const target = /** @type {HTMLElement} */ (event.target);
        const key = ziggurat.keys.pressed(event);
        const scrolls = target.closest('#caption, #tour') && /^(Arrow|Home|Page)/.test(key);
        const action = scrolls ? undefined : keys[key.length === 1 ? key.toLowerCase() : key];
        if (action) {
            action(event.shiftKey);
            event.preventDefault();
        }
    });
};
