// needs: head/text.js, page/keys.js
/**
 * Hides the title and the controls. They are hidden after three seconds without input until the
 * next input, and in the immersive mode until the visitor ends it. A tap on the image switches the
 * immersive mode on or off.
 *
 * Before the first press, key or turn of the wheel, the controls stay, unless the page fills the
 * screen. Of an embedded page, page.css keeps one button.
 *
 * @param {HTMLElement} stage
 * @param {(text: string, passes?: boolean) => void} say
 * @returns {{ toggle: () => void, immerse: (isOn: boolean) => void }} The functions switch the
 *     immersive mode.
 */
ziggurat.idle = function (stage, say) {
    'use strict';

    const { text } = ziggurat;

    const delay = 3000;
    /**
     * The longest duration and movement of a tap, and the longest pause between taps of a double
     * tap.
     */
    const tap = { time: 300, way: 10, pause: 350 };
    const { classList } = document.documentElement;
    const hasPointer = window.matchMedia('(hover: hover)');

    let isImmersive = false;
    /** Whether the visitor has used the page. Movements of the pointer do not count. */
    let isUsed = false;
    let timer = 0;
    let tapTimer = 0;
    let lastTap = -Infinity;
    /** The last position of the pointer: browsers also report a movement if only the page moves. */
    let place = '';
    /** @type {{ x: number, y: number, time: number, isHidden: boolean } | null} */
    let press = null;

    /** Returns whether a panel is open, or a control has the pointer or the keyboard focus. */
    function isInUse() {
        const used = ['#caption [open]', '#strip:not([hidden])', '.menu:not([hidden])', 'dialog[open]',
            'select:focus',
            ':is(.bar, #caption) :focus-visible'];
        const hovered = ['.bar:hover', '#caption:hover', '#overview:hover'];
        return stage.querySelector([...used, ...(hasPointer.matches ? hovered : [])].join()) !== null;
    }

    function wake() {
        if (isImmersive) {
            return;
        }
        classList.remove('idle');
        window.clearTimeout(timer);
        if (isUsed || document.fullscreenElement) {
            timer = window.setTimeout(() => (isInUse() ? wake() : classList.add('idle')), delay);
        }
    }

    /** @param {boolean} isOn */
    function immerse(isOn) {
        isImmersive = isOn;
        window.clearTimeout(timer);
        if (isOn) {
            classList.add('idle');
        } else {
            wake();
        }
    }

    function toggle() {
        immerse(!isImmersive);
        if (isImmersive) {
            say(!hasPointer.matches ? text('Tap the image to show the controls.')
                : ziggurat.keys.isOn() ? text('Press I to show the controls.')
                    : text('Press Esc to show the controls.'), true);
        }
    }

    for (const name of ['wheel', 'keydown', 'pointerdown']) {
        document.addEventListener(name, () => {
            isUsed = true;
        }, { capture: true, passive: true });
    }
    document.addEventListener('fullscreenchange', wake);
    for (const name of ['wheel', 'focusin']) {
        document.addEventListener(name, wake, { capture: true, passive: true });
    }
    document.addEventListener('keydown', ({ key }) => {
        if (isImmersive && ['Escape', 'Tab', '?'].includes(key)) {
            immerse(false);
        }
        wake();
    }, true);
    document.addEventListener('pointermove', ({ screenX, screenY }) => {
        if (place !== `${screenX},${screenY}`) {
            place = `${screenX},${screenY}`;
            wake();
        }
    }, { capture: true, passive: true });
    document.addEventListener('pointerdown', (event) => {
        const target = /** @type {HTMLElement} */ (event.target);
        window.clearTimeout(tapTimer);
        press = event.isPrimary && event.button === 0 && target.closest('#viewer, .glass') ? {
            x: event.clientX, y: event.clientY, time: event.timeStamp,
            isHidden: classList.contains('idle'),
        } : null;
        wake();
    }, true);
    document.addEventListener('pointerup', (event) => {
        const first = press;
        press = null;
        if (!first || event.timeStamp - first.time > tap.time
            || Math.hypot(event.clientX - first.x, event.clientY - first.y) > tap.way) {
            return;
        }
        const isSecond = first.time - lastTap < tap.pause;
        lastTap = event.timeStamp;
        if (first.isHidden) {
            immerse(false);
        } else if (event.pointerType === 'touch' && !isSecond) {
            // The mode is switched after a pause, because a second tap would zoom.
            tapTimer = window.setTimeout(() => isInUse() || immerse(true), tap.pause);
        }
    }, true);
    document.addEventListener('pointercancel', () => {
        press = null;
    }, true);
    wake();

    return { toggle, immerse };
};
