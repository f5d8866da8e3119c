import type { Page } from 'playwright-core';

/**
 * What a program can see wrong in a picture: a page wider than the screen, controls that leave it, cut words on controls, and words
 * that look like a locale key. It points; a person looks.
 */
export function inspect(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const width = document.documentElement.clientWidth;
    const short = (text: string | null) => (text ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/(auto|scroll|hidden|clip)/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    if (document.documentElement.scrollWidth > width) found.add(`the page is ${document.documentElement.scrollWidth} px wide`);
    for (const element of document.querySelectorAll<HTMLElement>('button, a, label, input, h1, h2, h3, [role=tab], [role=menuitem]')) {
      const { left, right, width: own } = element.getBoundingClientRect();
      if (own === 0 || getComputedStyle(element).visibility === 'hidden') continue;
      const what = `${element.tagName.toLowerCase()} "${short(element.textContent || element.getAttribute('aria-label'))}"`;
      if ((right > width + 1 || left < -1) && !scrolls(element.parentElement)) found.add(`${what} leaves the screen`);
      if (element.tagName !== 'INPUT' && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
        found.add(`${what} is cut`);
    }
    for (const element of document.querySelectorAll(
      'button, label, h1, h2, h3, legend, [role=columnheader], [role=tab], [role=menuitem]',
    )) {
      const text = short(element.textContent);
      if (/^([a-z]+[A-Z][A-Za-z]+|[a-z]+(\.[A-Za-z]+){1,4})$/.test(text)) found.add(`"${text}" looks like a key`);
    }
    return [...found];
  });
}
