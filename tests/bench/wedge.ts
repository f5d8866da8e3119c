import type { CDPSession } from 'playwright-core';

/** What one scan took, in milliseconds since its last key: to the disk, to the frame that shows the verdict, to "confirmed" on the screen. */
export type Timed = { kept: number; shown: number; confirmed: number | null };

declare global {
  interface Window {
    kontorWatch?: { count: () => number; open: () => number; take: () => Timed[] };
  }
}

/**
 * Runs in the page before anything else does: notes when the last key was pressed, when the transaction with the scan was complete, and when
 * the frame was drawn in which the verdict of that scan stood.
 */
export function watchVerdicts(): void {
  type Open = Timed & { begun: number; row: Element | null };
  let at = 0;
  let kept = 0;
  let shown = '';
  const scans: Open[] = [];
  let waiting: Open[] = [];
  window.addEventListener(
    'keydown',
    (event) => {
      // The browser's own clock: time in which the page did not listen counts too.
      if (event.key === 'Enter') at = event.timeStamp;
    },
    { capture: true },
  );
  // oxlint-disable-next-line typescript/unbound-method -- called below on the store it was asked of
  const add = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = function noted(this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
    this.transaction.addEventListener('complete', () => {
      kept = performance.now();
    });
    return key === undefined ? add.call(this, value) : add.call(this, value, key);
  };
  /** After the frame: its callbacks come before the drawing, a message posted there comes behind it. */
  const drawn = (then: () => void): void => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', then, { once: true });
    port1.start();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no target
    requestAnimationFrame(() => port2.postMessage(null));
  };
  function look(): void {
    const scan = document.querySelector('.s-verdict')?.getAttribute('data-scan') ?? '';
    if (scan !== '' && scan !== shown) {
      shown = scan;
      const one: Open = { begun: at, kept: 0, shown: 0, confirmed: null, row: document.querySelector('.s-last li') };
      drawn(() => {
        // Not before: the page may draw within the very event that says so.
        one.kept = kept - one.begun;
        one.shown = performance.now() - one.begun;
        scans.push(one);
      });
      waiting.push(one);
    }
    for (const one of waiting) {
      if (one.row?.getAttribute('data-state') !== 'confirmed') continue;
      drawn(() => {
        one.confirmed = performance.now() - one.begun;
      });
    }
    waiting = waiting.filter(({ row }) => row?.isConnected && row.getAttribute('data-state') !== 'confirmed');
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  window.kontorWatch = {
    count: () => scans.length,
    open: () => waiting.length,
    take: () => scans.splice(0).map(({ kept: disk, shown: screen, confirmed }) => ({ kept: disk, shown: screen, confirmed })),
  };
}

/**
 * The least that a station does: waits for Enter, keeps one record on the disk and shows a word. What it takes is the browser's and the
 * machine's own.
 */
export function bareStation(): void {
  const verdict = document.querySelector('.s-verdict');
  const opening = indexedDB.open('bare', 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('scans'));
  let next = 0;
  window.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    const tx = opening.result.transaction('scans', 'readwrite', { durability: 'strict' });
    const id = String(Date.now() + (next += 1));
    tx.objectStore('scans').add({ code: 'bare', at: Date.now() }, id);
    tx.addEventListener('complete', () => {
      if (!verdict) return;
      verdict.textContent = id;
      verdict.setAttribute('data-scan', id);
    });
  });
}

const sleep = (time: number) => new Promise((done) => setTimeout(done, time));

/** The keys of a digit and of Enter, as a keyboard sends them. */
const keyOf = (char: string) =>
  char === '\r'
    ? { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: char }
    : { key: char, code: `Digit${char}`, windowsVirtualKeyCode: char.charCodeAt(0), text: char };

/** Types digits and Enter through the browser's own input, 2 to 5 ms a key, without waiting for the page as no scanner does. */
export async function typeCode(session: CDPSession, digits: string): Promise<void> {
  const sent: Promise<unknown>[] = [];
  for (const char of `${digits}\r`) {
    const key = keyOf(char);
    sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key }));
    sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key, code: key.code }));
    await sleep(2 + Math.random() * 3);
  }
  await Promise.all(sent);
}
