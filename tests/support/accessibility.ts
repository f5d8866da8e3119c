import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];
/** All rules of these levels that judge colours. The others read what light and dark have in common: roles, names, order, sizes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

async function judged(page: Page, scheme: 'light' | 'dark', rules?: string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.locator(`html[data-scheme=${scheme}]`).waitFor();
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(LEVELS)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${scheme}: ${id} ${target.join(' ')}: ${failureSummary}`),
  );
}

/** What axe finds against WCAG 2.2 A and AA on the page as it stands: all rules in light, those of colours once more in dark. Leaves it light. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const faults = [...(await judged(page, 'light')), ...(await judged(page, 'dark', OF_COLOURS))];
  await page.emulateMedia({ colorScheme: 'light' });
  return faults;
}
