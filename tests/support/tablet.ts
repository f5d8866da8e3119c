import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A station's screen in somebody's hands: types as a scanner does, and reads what it says. */
export function tablet(page: Page) {
  const verdict = page.locator('.s-verdict');
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
    await expect.poll(scanOf, { timeout: 10_000 }).not.toBe(before);
    return sentence();
  }
  const sentence = (): Promise<string> => verdict.locator('p').innerText();
  const says = async (code: string, said: string | RegExp): Promise<void> => {
    const heard = await scan(code);
    if (typeof said === 'string') expect(heard).toBe(said);
    else expect(heard).toMatch(said);
  };
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
    /** Takes this station: scans its code on the choice, if it is not taken already. */
    async stand(code: string): Promise<void> {
      const choice = page.locator('.s-choice li');
      await choice.or(page.locator('.s-desk')).first().waitFor();
      if (await choice.first().isVisible()) await burst(code);
      await page.locator('.s-next .s-prompt').waitFor();
    },
    /** Figures by the pad that a button opens. */
    async enter(open: string, text: string): Promise<void> {
      await button(open).click();
      await dialog.getByRole('textbox').fill(text);
      await dialog.getByRole('button', { name: 'OK', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    },
    /** Nothing waits to be sent. */
    settled: () => expect.poll(() => page.locator('.s-count[title^="Scans saved here"]').innerText(), { timeout: 20_000 }).toMatch(/^\s*0/),
    queued: (count: number) =>
      expect
        .poll(() => page.locator('.s-count[title^="Scans saved here"]').innerText(), { timeout: 10_000 })
        .toMatch(new RegExp(`^\\s*${count}\\b`)),
  };
}
