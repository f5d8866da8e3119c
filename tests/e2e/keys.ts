import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PASSWORD, sees, seesNot, standsAt } from './house.ts';

/** A person without a mouse: finds everything by the tab key and the documented keys, and sees where they are. */

/** More presses than the longest way between two things on one screen. */
const MOST_TABS = 150;

type Focus = { name: string; at: string; ring: string | null };

/** Runs in the page: what has the focus, and whether the element before looked different while it had it. */
async function readFocus(): Promise<Focus> {
  const kept = globalThis as unknown as { ringOf?: { element: Element; look: string; at: string } | undefined };
  const look = (element: Element): string => {
    const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
    // Inputs of antd draw the ring on a box around them.
    const drawn = [
      active,
      element,
      element.parentElement,
      element.parentElement?.parentElement,
      element.parentElement?.parentElement?.parentElement,
      // The box of several choices is farther out.
      element.closest('.ant-select-selector'),
    ];
    return drawn
      .flatMap((one) => {
        if (!one) return [];
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(one);
        return [outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`, boxShadow, borderColor];
      })
      .join('|');
  };
  // A ring that is still fading in is there too.
  for (const moving of document.getAnimations()) if (moving instanceof CSSTransition) moving.finish();
  // Menus move the focus, and fields draw their ring, in the frame after the key.
  for (let i = 0; i < 2; i += 1) await new Promise((done) => requestAnimationFrame(done));
  const at = document.activeElement;
  const before = kept.ringOf;
  const isSame = () => before !== undefined && before.element !== at && before.element.isConnected && look(before.element) === before.look;
  // Fields of antd take their ring off a moment after the focus has left.
  for (let i = 0; i < 20 && isSame(); i += 1) await new Promise((done) => setTimeout(done, 20));
  const noRing = isSame() ? (before?.at ?? null) : null;
  kept.ringOf = undefined;
  // A dialog or a record that was just opened holds the focus as a whole; its text is no name of a key.
  if (
    !at ||
    at === document.body ||
    at.matches('[aria-hidden=true], [role=dialog] > div[tabindex], [tabindex="-1"]:not([role=gridcell], [role=row], [role=menuitem])')
  )
    return { name: '', at: 'the page', ring: noRing };
  const said = `<${at.tagName.toLowerCase()} class="${at.getAttribute('class') ?? ''}"> ${at.getAttribute('aria-label') ?? at.id} ${(at.textContent ?? '').trim().slice(0, 40)}`;
  kept.ringOf = { element: at, look: look(at), at: said };
  const nameOf = (): string => {
    const isField = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement;
    const labelledBy = (at.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');
    // The first cell of a line has the name of the table too.
    const label = isField ? [...(at.labels ?? [])].at(-1)?.textContent : at.textContent;
    const name = at.getAttribute('aria-label') || labelledBy.trim() || label || at.getAttribute('title') || '';
    return name.trim().replace(/\s+/g, ' ');
  };
  // The texts of a screen may still be on their way when its first element has the focus.
  for (let i = 0; i < 100 && nameOf() === '' && at.isConnected; i += 1) await new Promise((done) => setTimeout(done, 50));
  if (!at.isConnected) return { name: '', at: 'the page', ring: noRing };
  return { name: nameOf(), at: said, ring: noRing };
}

export function keysOf(page: Page) {
  const keys = page.keyboard;
  /** Every element that the tab key reached without a name, or without a look of its own while it had the focus. */
  const faults = new Set<string>();

  async function focused(): Promise<string> {
    const { name, at, ring } = await page.evaluate(readFocus);
    if (name === '' && at !== 'the page') faults.add(`has no name: ${at}`);
    if (ring !== null) faults.add(`has no focus ring: ${ring}`);
    return name;
  }
  /** Waits until a field, a button or a link of this name is there: while a page is loaded, the tab key finds nothing. */
  function isThere(name: string | RegExp): Promise<void> {
    const named = typeof name === 'string' ? new RegExp(`^\\s*${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`) : name;
    return sees(
      page
        .getByLabel(named)
        .or(page.getByRole('button', { name: named }))
        .or(page.getByRole('link', { name: named })),
    );
  }
  /** Presses the tab key until what has this name has the focus. */
  async function tabTo(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await isThere(name);
    const passed: string[] = [];
    for (let i = 0; i < MOST_TABS; i += 1) {
      const at = await focused();
      if (typeof name === 'string' ? at === name || at.startsWith(`${name} `) || at.startsWith(`${name}*`) : name.test(at)) return;
      passed.push(at);
      await keys.press(key);
    }
    throw new Error(`${key} never reaches ${String(name)}, but: ${[...new Set(passed)].join(' · ').slice(0, 1500)}`);
  }
  const press = async (name: string | RegExp, key = 'Enter'): Promise<void> => {
    await tabTo(name);
    await keys.press(key);
  };
  /** Replaces what a field holds. */
  const type = async (label: string | RegExp, text: string): Promise<void> => {
    await tabTo(label);
    await keys.press('Control+a');
    await keys.type(text);
  };
  /** Chooses in a list that opens below its field, by a part of the wanted entry. */
  const pick = async (label: string | RegExp, text: string, wanted = text): Promise<void> => {
    await type(label, text);
    const active = page.locator('.ant-select-dropdown:visible .ant-select-item-option-active');
    // The server's answer would put the mark on its first entry again.
    await seesNot(page.locator('.ant-select-focused.ant-select-loading'));
    await sees(active.filter({ hasText: text }));
    for (let i = 0; i < 20 && !(await active.innerText()).includes(wanted); i += 1) await keys.press('ArrowDown');
    await keys.press('Enter');
    await sees(page.locator('.ant-select-focused .ant-select-selection-item').filter({ hasText: wanted }));
  };
  /** Goes to a screen or a record by the palette. */
  const jump = async (words: string, path: string | RegExp): Promise<void> => {
    await keys.press('Control+k');
    await sees(page.getByRole('combobox', { name: 'Search or go to …' }).and(page.locator(':focus')));
    await keys.type(words);
    await keys.press('Enter');
    await standsAt(page, path);
  };
  /** Presses a key when a list listens to it. */
  const shortcut = async (key: string, path: string | RegExp): Promise<void> => {
    await sees(page.locator('[role=tabpanel]:visible [role=grid]'));
    await keys.press(key);
    await standsAt(page, path);
  };

  /** Opens the row with this text: into the list by the tab key, down by the arrows, Enter. */
  const openRow = async (text: string): Promise<void> => {
    const grid = page.locator('[role=tabpanel]:visible [role=grid]');
    await sees(grid.getByRole('row').filter({ hasText: text }));
    const onRow = () =>
      page.evaluate(() => {
        const at = document.activeElement;
        const active = document.getElementById(at?.getAttribute('aria-activedescendant') ?? '') ?? at;
        return active?.closest('[role=row]')?.textContent ?? null;
      });
    for (let i = 0; i < MOST_TABS && (await onRow()) === null && (await gridless()); i += 1) await keys.press('Tab');
    const isThere = async (): Promise<boolean> => (await onRow())?.includes(text) ?? false;
    for (let i = 0; i < 60 && !(await isThere()); i += 1) await keys.press('ArrowDown');
    await keys.press('Enter');
  };
  /** Chooses in a menu that was just opened, by the arrows. */
  const choose = async (entry: string): Promise<void> => {
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem');
    for (let i = 0; i < 30 && (await focused()) !== entry; i += 1) await keys.press('ArrowDown');
    await keys.press('Enter');
  };
  const gridless = (): Promise<boolean> => page.evaluate(() => document.activeElement?.closest('[role=grid]') === null);

  return {
    focused,
    openRow,
    choose,
    tabTo,
    press,
    type,
    pick,
    jump,
    shortcut,
    async signIn(account: string): Promise<void> {
      // A touch of the page by anything but a key fails the journey.
      await page.evaluate(() => {
        for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
          addEventListener(kind, () => document.documentElement.setAttribute('data-touched', kind), true);
      });
      await type('Account', `${account}@kontor.example`);
      await type('Password', PASSWORD);
      await keys.press('Enter');
      await standsAt(page, /^(?!\/login)/);
      await sees(page.locator('#main').getByRole('heading', { level: 1 }));
    },
    async signOut(): Promise<void> {
      await press(/^Account: /);
      await sees(page.getByRole('menuitem', { name: 'Sign out' }));
      await choose('Sign out');
      await standsAt(page, /^\/login/);
    },
    /** Every stop of the tab key had a name and a visible focus, and nothing else than keys touched the page. */
    async hadNoObstacle(): Promise<void> {
      expect([...faults]).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.dataset['touched'])).toBeUndefined();
    },
  };
}
