declare global {
  interface Window {
    kontorClock?: {
      /** Since the page was asked for, until all of these can be seen, with a text or as fields, and are painted. */
      until: (selectors: readonly string[]) => Promise<number>;
      /** When the mouse or Enter clicked last, by the browser's own clock. */
      clicked: () => number;
      /** What of `usable` asked before anything else ran. */
      usable: Promise<number>;
    };
  }
}

/** Runs in the page before anything else does; `usable` are the parts without which the page is of no use. */
export function paintClock(usable: readonly string[]): void {
  let clicked = 0;
  window.addEventListener(
    'click',
    (event) => {
      if (event.isTrusted) clicked = event.timeStamp;
    },
    { capture: true },
  );
  const seen = (selector: string): boolean =>
    [...document.querySelectorAll(selector)].some(
      (element) => element.checkVisibility() && (element instanceof HTMLInputElement || element.textContent.trim() !== ''),
    );
  const until = (selectors: readonly string[]): Promise<number> =>
    new Promise((resolve) => {
      const look = (): void => {
        // What stands at the beginning of a frame has been painted when the next one begins.
        if (selectors.every(seen)) requestAnimationFrame(() => resolve(performance.now()));
        else requestAnimationFrame(look);
      };
      look();
    });
  window.kontorClock = { until, clicked: () => clicked, usable: until(usable) };
}
