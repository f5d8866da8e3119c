import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];
/** All rules of these levels that judge colours. The others read what light and dark have in common: roles, names, order, sizes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds on the page as it stands, in the scheme that it has: against all rules of the levels, or those of colours only. */
export async function faultsAsShown(page: Page, scheme: 'light' | 'dark', which: 'all' | 'colours'): Promise<string[]> {
  await page.locator(`html[data-scheme=${scheme}]`).waitFor();
  // Without this, axe also describes each node that passes.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (which === 'colours' ? axe.withRules(OF_COLOURS) : axe.withTags(LEVELS)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${scheme}: ${id} ${target.join(' ')}: ${failureSummary}`),
  );
}

/** What axe finds against WCAG 2.2 A and AA on the page as it stands: all rules in light, those of colours once more in dark. Leaves it light. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [scheme, which] of [
    ['light', 'all'],
    ['dark', 'colours'],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    faults.push(...(await faultsAsShown(page, scheme, which)));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return faults;
}
