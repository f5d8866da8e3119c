import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Two busy cores may hold a key back for longer than any scanner does, so the scanners of the tests are set up as slow ones. Milliseconds. */
const SLOW = { gap: 1_000, maxGap: 5_000, minLength: 4, prefix: '', suffix: '', silent: false, layout: 'host', gs: 'F8' };

function setUpScanners(settings: typeof SLOW): void {
  const stations = JSON.parse(localStorage.getItem('kontor-stations') ?? '[]') as { id: string }[];
  for (const id of ['choice', ...stations.map((station) => station.id)])
    localStorage.setItem(`kontor-wedge-${id}`, JSON.stringify(settings));
}

/** A station's screen in somebody's hands: types as a scanner does, and reads what it says. */
export function tablet(page: Page) {
  // Stations that were left stay in the page, hidden.
  const verdict = page.locator('.s-verdict').filter({ visible: true });
  const scanOf = () => verdict.getAttribute('data-scan');

  /** Five milliseconds a key and Enter, as a scanner set up from the factory. */
  async function burst(code: string): Promise<void> {
    await page.keyboard.type(code, { delay: 5 });
    await page.keyboard.press('Enter');
  }
  /** Scans, waits for the verdict and answers its sentence. */
  async function scan(code: string): Promise<string> {
    const before = await scanOf();
    await burst(code);
    await expect.poll(scanOf, { timeout: 90_000 }).not.toBe(before);
    return sentence();
  }
  const sentence = (): Promise<string> => verdict.locator('p').innerText();
  const says = async (code: string, said: string | RegExp): Promise<void> => {
    const heard = await scan(code);
    if (typeof said === 'string') expect(heard).toBe(said);
    else expect(heard).toMatch(said);
  };
  const queued = async (): Promise<number> =>
    Number.parseInt(await page.locator('.s-count').filter({ visible: true }).first().innerText(), 10);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  return {
    page,
    burst,
    scan,
    says,
    sentence,
    button,
    dialog,
    verdict,
    /** Takes this station, if it is not taken already: by a touch, or as `take` does. */
    async stand(code: string, take?: () => Promise<void>): Promise<void> {
      const card = page.locator('.s-choice button', { hasText: code });
      await card.or(page.locator('.s-desk')).first().waitFor();
      await page.evaluate(setUpScanners, SLOW);
      if (await card.isVisible()) await (take ?? (() => card.click()))();
      await page.locator('.s-next .s-prompt').waitFor();
    },
    /** A number by the keys that are always there. */
    async figures(number: string): Promise<void> {
      for (const key of number) await page.locator('.s-figures').getByRole('button', { name: key, exact: true }).click();
    },
    /** Figures by the pad that a button opens. */
    async enter(open: string, text: string): Promise<void> {
      await button(open).click();
      await dialog.getByRole('textbox').fill(text);
      await dialog.getByRole('button', { name: 'OK', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    },
    /** The server has answered every scan. */
    settled: async (): Promise<void> => {
      await expect.poll(() => page.locator('.s-desk .s-state[data-state=saved]').count()).toBe(0);
      await expect.poll(queued).toBe(0);
    },
    queued: (count: number) => expect.poll(queued, { timeout: 90_000 }).toBe(count),
  };
}
