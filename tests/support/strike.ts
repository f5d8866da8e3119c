import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** How many times slower the device is than this machine. */
const SLOWER = 6;
/** Between the keys of a code, and from code to code. Milliseconds. */
const PACES = [2, 3, 5, 8];
const BETWEEN = 30;

type Stroke = { at: number; key: string; code: string; virtual: number; text: string };

function keyOf(char: string): Omit<Stroke, 'at'> {
  if (char === '\r') return { key: 'Enter', code: 'Enter', virtual: 13, text: '\r' };
  return { key: char, code: /\d/.test(char) ? `Digit${char}` : `Key${char}`, virtual: char.charCodeAt(0), text: char };
}

/**
 * Types codes of capital letters and digits, each ended by Enter, into a slowed page, at the pace of a scanner. Each key carries the time when
 * it was struck and nothing waits for the page, as with a keyboard: a busy page gets many keys at once.
 */
export async function strike(page: Page, codes: readonly string[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const underWay: Promise<unknown>[] = [];
  let at = Date.now();
  for (const [n, code] of codes.entries()) {
    const pace = PACES[n % PACES.length] ?? 5;
    at = Math.max(at + BETWEEN, Date.now());
    // A scanner keeps its pace; keys that this process sends late carry the time when they were struck all the same.
    for (const char of `${code}\r`) {
      at += pace;
      if (at > Date.now()) await wait(at - Date.now());
      const { key, code: physical, virtual, text } = keyOf(char);
      const stroke = { timestamp: at / 1000, key, code: physical, windowsVirtualKeyCode: virtual };
      underWay.push(
        cdp.send('Input.dispatchKeyEvent', { ...stroke, type: 'keyDown', text }),
        cdp.send('Input.dispatchKeyEvent', { ...stroke, type: 'keyUp' }),
      );
    }
  }
  await Promise.all(underWay);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await cdp.detach();
}
