import type { Page } from 'playwright-core';

/** What a screen shows once it has come to rest. */
export type Seen = {
  /** Why it is not at rest; empty when it is. */
  waits: string;
  heading: string;
  /** Rows of a list; null where the screen is none. */
  rows: number | null;
  /** What a part that failed says of itself. */
  failed: string;
  text: string;
  /** Of the page, in pixels, and of the window. */
  width: number;
  room: number;
};

type Where = {
  path: string;
  /** In a window of its own, without menu and tabs. */
  bare: boolean;
  /** What it is headed with; empty where it says so itself. */
  heading: string;
};

/** Runs in the page: null while something is on its way, unless it must `tell` what. */
function look({ path, bare, heading: wanted, tell }: Where & { tell: boolean }): Seen | null {
  const shown = (element: Element): boolean => element.getClientRects().length > 0;
  const root = bare ? document.querySelector('#root') : [...document.querySelectorAll('[role=tabpanel]')].find(shown);
  const first = (selector: string): HTMLElement | undefined => [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])].find(shown);
  const heading = first('h1');
  const waits = (): string => {
    if (location.pathname !== path) return `stands at ${location.pathname}`;
    if (!bare && !document.querySelector(`.k-tab[aria-selected=true][data-key="${path}"]`)) return 'its tab is not the shown one';
    if (bare && document.querySelector('.k-shell')) return 'the frame is still there';
    if (!heading && !first('.m-sheet, .pr-paper, .k-state, .m-failed')) return 'no heading';
    if (heading?.innerText.trim() === '') return 'an empty heading';
    // Until the words of a language have come, those of another one stand in.
    if (wanted !== '' && heading?.innerText.trim() !== wanted) return `headed “${heading?.innerText}”, not “${wanted}”`;
    const busy = first('[aria-busy=true], .m-skeleton, .k-page-loading');
    if (busy) return `${busy.className || busy.tagName} is loading`;
    if (first('.m-list-foot') && !first('[role=row][data-index], .m-empty')) return 'neither rows nor a word that there are none';
    return '';
  };
  const why = waits();
  if (why !== '' && !tell) return null;
  const list = first('.m-list-foot') && first('.m-list');
  return {
    waits: why,
    heading: heading?.innerText.trim() ?? '',
    rows: list ? list.querySelectorAll('[role=row][data-index]').length : null,
    failed: first('.m-failed, .k-state[role=alert]')?.innerText.trim() ?? '',
    text: root instanceof HTMLElement ? root.innerText : '',
    width: document.documentElement.scrollWidth,
    room: document.documentElement.clientWidth,
  };
}

/** Waits until the screen at `path` is at rest, a minute at most. */
export async function stateOf(page: Page, where: Where): Promise<Seen> {
  try {
    const handle = await page.waitForFunction(look, { ...where, tell: false }, { polling: 50, timeout: 60_000 });
    return (await handle.jsonValue()) as Seen;
  } catch {
    return (await page.evaluate(look, { ...where, tell: true })) as Seen;
  }
}
