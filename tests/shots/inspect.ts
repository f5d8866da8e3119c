import type { Page } from 'playwright-core';

/** What a program sees of a page: its findings, and its texts as they stand. */
export type Seen = { found: string[]; texts: string[] };

/**
 * What a program can see wrong in a picture: a page wider than the window, controls that leave it, cut words on controls, text on text,
 * and words that look like a locale key. It points; a person looks.
 */
export function inspect(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const width = document.documentElement.clientWidth;
    const height = document.documentElement.clientHeight;
    const short = (text: string | null) => (text ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${short(element.textContent || element.getAttribute('aria-label'))}"`;
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/(auto|scroll|hidden|clip)/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));

    function leavesTheWindow(): void {
      if (document.documentElement.scrollWidth > width) found.add(`the page is ${document.documentElement.scrollWidth} px wide`);
      for (const element of document.querySelectorAll<HTMLElement>('button, a, label, input, h1, h2, h3, [role=tab], [role=menuitem]')) {
        const { left, right, width: own } = element.getBoundingClientRect();
        if (own === 0 || getComputedStyle(element).visibility === 'hidden') continue;
        if ((right > width + 1 || left < -1) && !scrolls(element.parentElement)) found.add(`${nameOf(element)} leaves the screen`);
      }
    }

    /** An input scrolls, so its own width says nothing. Headings of columns and tab titles are shortened inside. */
    function cutWords(): void {
      const inner = 'button *, a *, label *, h1 *, h2 *, h3 *, [role=tab] *, [role=columnheader], [role=columnheader] *, th, th *';
      for (const element of document.querySelectorAll<HTMLElement>(`button, a, label, h1, h2, h3, [role=tab], [role=menuitem], ${inner}`)) {
        // What a folded section holds has a size and is not shown.
        if (
          element.clientWidth <= 1 ||
          element.scrollWidth <= element.clientWidth + 1 ||
          !element.checkVisibility({ visibilityProperty: true })
        )
          continue;
        // A button of an icon alone hides its words, and the tab of a record shortens its title.
        if ((element.closest('button')?.clientWidth ?? Infinity) <= 40 || element.closest('.k-tab, .k-breadcrumb')) continue;
        if (getComputedStyle(element).overflowX === 'visible' && element.matches(inner)) continue;
        if (short(element.textContent) !== '') found.add(`${nameOf(element)} is cut`);
      }
    }

    function keysShown(): void {
      for (const element of document.querySelectorAll(
        'button, label, h1, h2, h3, legend, [role=columnheader], [role=tab], [role=menuitem]',
      )) {
        const text = short(element.textContent);
        if (/^([a-z]+[A-Z][A-Za-z]+|[a-z]+(\.[A-Za-z]+){1,4})$/.test(text)) found.add(`"${text}" looks like a key`);
      }
    }

    type Box = { left: number; top: number; right: number; bottom: number };
    const clips = new Map<Element, Box>();
    /** The part of the window that an element's contents can be seen in. */
    function clipOf(element: Element | null): Box {
      if (!element) return { left: 0, top: 0, right: width, bottom: height };
      const cached = clips.get(element);
      if (cached) return cached;
      const outer = clipOf(element.parentElement);
      const own = getComputedStyle(element).overflow === 'visible' ? outer : element.getBoundingClientRect();
      const box = {
        left: Math.max(outer.left, own.left),
        top: Math.max(outer.top, own.top),
        right: Math.min(outer.right, own.right),
        bottom: Math.min(outer.bottom, own.bottom),
      };
      clips.set(element, box);
      return box;
    }

    const texts = new Set<string>();
    /** The text nodes that are on top at their middle, and the place of each. */
    function visibleTexts(): { parent: Element; box: Box; text: string }[] {
      const list: { parent: Element; box: Box; text: string }[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = short(node.textContent);
        const parent = node.parentElement;
        if (
          text === '' ||
          !parent?.checkVisibility({ visibilityProperty: true }) ||
          parent.closest('script, style, svg, [aria-hidden=true]')
        )
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const clip = clipOf(parent);
        for (const line of range.getClientRects()) {
          const box = {
            left: Math.max(line.left, clip.left),
            top: Math.max(line.top, clip.top),
            right: Math.min(line.right, clip.right),
            bottom: Math.min(line.bottom, clip.bottom),
          };
          if (box.right - box.left < 3 || box.bottom - box.top < 6) continue;
          const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
          if (!top || !(parent.contains(top) || top.contains(parent))) continue;
          list.push({ parent, box, text });
          texts.add((node.textContent ?? '').trim());
        }
      }
      return list;
    }

    function textOnText(): void {
      const list = visibleTexts().sort((a, b) => a.box.top - b.box.top);
      for (const [i, one] of list.entries())
        for (let j = i + 1; j < list.length; j += 1) {
          const other = list[j];
          if (!other || other.box.top > one.box.bottom - 4) break;
          if (one.parent.contains(other.parent) || other.parent.contains(one.parent)) continue;
          const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
          const high = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
          if (wide > 2 && high > 4) found.add(`"${one.text}" and "${other.text}" overlap`);
        }
    }

    leavesTheWindow();
    cutWords();
    keysShown();
    textOnText();
    for (const input of document.querySelectorAll('[placeholder]')) texts.add(input.getAttribute('placeholder') ?? '');
    return { found: [...found], texts: [...texts] };
  });
}
