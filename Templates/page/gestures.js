// needs: head/text.js
/**
 * The wheel, the trackpad and touch gestures. An embedded page shares gestures with the page around
 * it: the wheel and one finger scroll that page; Ctrl with the wheel and two fingers change the
 * image. With ?gestures=all, all gestures change the image.
 *
 * @param {Lens} lens
 * @param {HTMLElement} stage
 * @param {(text: string, passes?: boolean) => void} say
 */
ziggurat.gestures = function (lens, stage, say) {
    'use strict';

    const { text } = ziggurat;

    /** The change of the zoom's logarithm for each CSS pixel of the wheel: 1.25 for a usual notch. */
    const perPixel = Math.log(1.25) / 100;
    /**
     * The change for a pinch on a trackpad, which browsers report as the wheel with Ctrl, in
     * hundredths.
     */
    const perPinch = 1 / 100;
    /** The longest movement of one event. With Ctrl, the limit excludes the wheel of a mouse. */
    const most = { wheel: 400, pinch: 40 };
    const lines = 100 / 3;

    const isFramed = window.parent !== window
        && document.documentElement.classList.contains('embed')
        && new URLSearchParams(location.search).get('gestures') !== 'all';
    document.documentElement.classList.toggle('framed', isFramed);
    const isShared = () => isFramed && !document.fullscreenElement;

    /** @param {WheelEvent} event */
    function factor({ deltaY, deltaMode, ctrlKey }) {
        const pixels = deltaY * [1, lines, 800][deltaMode];
        const limit = ctrlKey ? most.pinch : most.wheel;
        return Math.exp(-Math.min(Math.max(pixels, -limit), limit) * (ctrlKey ? perPinch : perPixel));
    }

    stage.addEventListener('wheel', (event) => {
        const target = /** @type {HTMLElement} */ (event.target);
        if (isShared() && !event.ctrlKey && !event.metaKey) {
            event.stopPropagation();
            say(text('Hold Ctrl and turn the wheel to zoom.'), true);
        } else if (lens.zoomAt && target.closest('#viewer, .glass, .pin')) {
            event.preventDefault();
            event.stopPropagation();
            const { left, top } = stage.getBoundingClientRect();
            lens.zoomAt(factor(event), event.clientX - left, event.clientY - top);
        }
    }, { capture: true, passive: false });

    if (!isFramed) {
        return;
    }
    stage.addEventListener('pointerdown', (event) =>
        lens.letFingersMove(event.pointerType !== 'touch' || !isShared()), true);
    for (const name of ['touchstart', 'touchmove']) {
        stage.addEventListener(name, (event) => {
            const { touches } = /** @type {TouchEvent} */ (event);
            if (isShared() && touches.length > 1) {
                event.preventDefault();
            } else if (isShared() && name === 'touchmove') {
                say(text('Use two fingers to move the image.'), true);
            }
        }, { capture: true, passive: false });
    }
};
