import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { commandCode } from '#contract/core/barcode/kontor-codes';
import { LOCALES, type Locale } from '#contract/core/limits';
import { PROFILES } from '#contract/scanning/commands';
import { FEEDBACK_CODES, feedbackText, PROMPTS, REASONS, soundOf } from '#contract/scanning/station/feedback';
import { STATION_PATHS } from '#contract/scanning/station-paths';
import { tablet } from '../support/tablet.ts';
import { textsOf } from '../support/texts.ts';
import { openHouse } from './house.ts';

const house = openHouse();
const SIZES = [
  { width: 360, height: 640, figure: 56 },
  { width: 320, height: 480, figure: 48 },
] as const;
const TEA = { sku: 'TEE-EARL-250', code: '4012345000016' };
const PLACE = 'A-01-12-03';

/** What stands in the sentences, as long as it is in a real house. */
const SAMPLE: Record<string, string> = {
  no: 'T-1000123',
  former: 'T-1000122',
  sku: TEA.sku,
  place: PLACE,
  expected: PLACE,
  got: 'B-02-03-11',
  code: '4012345000016',
  parcel: '00340434161094042557',
  parcels: '1ZA1, 1ZA2, 1ZA3 …',
  orders: 'T-1000123, T-1000124, T-1000125 …',
  carrier: 'DHL',
  list: 'LL-901',
  who: 'Kim Berger',
  at: 'at 10:32',
  name: 'Earl Grey, 250 g',
  serial: 'SN-0012345',
  lot: 'L-240311',
  weight: '12,5 kg',
  expectedWeight: '9,3 kg',
  mostWeight: '31,5 kg',
  size: '40 × 30 × 20 cm',
  merchant: 'Nordlicht Tee GmbH',
  unit: '00340434161094042557',
  blocker: '–',
  question: '–',
};
const fill = (text: string): string => text.replace(/\{\{\s*(\w+)[^}]*\}\}/g, (_all, name: string) => SAMPLE[name] ?? '120');
const scan = (locale: Locale) => {
  const texts = textsOf(locale, 'scan');
  return (key: string): string => fill(texts.get(key.replace(/^scan\./, '')) ?? '');
};

type Drawn = { prompts: string[]; verdicts: { text: string; outcome: string }[]; commands: Record<string, string>; options: string[][] };

/** Puts one text after the other where it stands on the screen, and answers every one that does not fit. */
function faultsOf({ prompts, verdicts, commands, options, figure }: Drawn & { figure: number }): string[] {
  const faults = new Set<string>();
  const all = (selector: string): HTMLElement[] =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.getClientRects().length > 0);
  const first = (selector: string): HTMLElement | undefined => all(selector)[0];
  const cut = (one: HTMLElement): boolean => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
  const note = (what: string, one: HTMLElement): void => void faults.add(`${what}: ${one.innerText.replaceAll('\n', ' ').slice(0, 160)}`);
  const look = (): void => {
    const root = document.documentElement;
    if (root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1) faults.add('the page scrolls');
    for (const one of all(
      '.s-prompt, .s-verdict p, .s-where, .s-bar button, .s-figures button, .s-options button, .s-next, .s-many, .s-options',
    ))
      if (cut(one)) note(`cut ${one.className}`, one);
    const keys = all('.s-bar button, .s-figures button, .s-options button');
    const boxes = keys.map((one) => ({ one, box: one.getBoundingClientRect() }));
    for (const { one, box } of boxes) {
      const least = one.closest('.s-options') ? 48 : figure;
      if (box.height < least - 0.5 || box.width < 47.5) note(`small ${box.width}x${box.height}`, one);
      if (box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5) note('outside', one);
    }
    const parts = all('.s-head, .s-next, .s-verdict, .s-figures, .s-bar').map((one) => ({ one, box: one.getBoundingClientRect() }));
    for (const group of [parts, boxes])
      for (const [i, a] of group.entries())
        for (const b of group.slice(i + 1))
          if (
            a.box.left < b.box.right - 0.5 &&
            b.box.left < a.box.right - 0.5 &&
            a.box.top < b.box.bottom - 0.5 &&
            b.box.top < a.box.bottom - 0.5
          )
            note(`over ${b.one.className}`, a.one);
    const next = first('.s-next');
    if (next && next.getBoundingClientRect().height < innerHeight * 0.45 - 1) note(`low ${next.getBoundingClientRect().height}`, next);
  };
  for (const [command, text] of Object.entries(commands)) {
    const label = first(`[data-command=${command}] span:last-child`);
    if (label) label.textContent = text;
  }
  look();
  const prompt = first('.s-prompt');
  for (const text of prompts) {
    if (prompt) prompt.textContent = text;
    look();
  }
  const choice = first('.s-options');
  for (const texts of choice ? options : []) {
    const [sample] = choice!.children;
    choice!.replaceChildren(
      ...texts.map((text, i) => {
        const own = sample!.cloneNode(true) as HTMLElement;
        own.querySelector('kbd')!.textContent = String(i + 1);
        own.querySelector('span')!.textContent = text;
        return own;
      }),
    );
    look();
  }
  const card = first('.s-verdict');
  const said = first('.s-verdict p');
  for (const { text, outcome } of verdicts) {
    if (!card || !said) break;
    card.dataset['outcome'] = outcome;
    said.textContent = text;
    const width = text.length + 2 * (text.match(/[\u2e80-\uffef]/g)?.length ?? 0);
    said.toggleAttribute('data-long', width > 42);
    look();
  }
  return [...faults];
}

const SHORTER = ['answerNext', 'answerFirst'];
const drawn = (locale: Locale, asks: readonly string[]): Drawn => {
  const text = scan(locale);
  const numbers = Array.from({ length: 9 }, (_, i) => `T-100012${i}`);
  return {
    prompts: asks.map((ask) => text(`prompt.${ask}`)),
    verdicts: FEEDBACK_CODES.filter((key) => !SHORTER.includes(key)).map((key) => ({
      text: text(feedbackText(key)),
      outcome: soundOf(key),
    })),
    commands: Object.fromEntries(['undo', 'short', 'newParcel', 'weigh', 'done', 'next'].map((name) => [name, text(`commands.${name}`)])),
    options: [
      REASONS.rest.map((reason) => text(`reasons.${reason}`)),
      REASONS.differs.map((reason) => text(`reasons.${reason}`)),
      ['restock', 'bWare', 'repair', 'swapLabel', 'sendBack', 'scrap'].map((outcome) => text(`outcomes.${outcome}`)),
      numbers,
    ],
  };
};

/** Questions that are asked with choices stand where the keys are not. */
const CHOICES = ['reason', 'order', 'merchant', 'list', 'leave', 'line', 'weightOdd', 'outcome', 'condition'];
const WORDINGS = [...PROMPTS.filter((ask) => !CHOICES.includes(ask)), 'takenAll', 'takenLast', 'takenSome'];

async function judge(page: Page, asks: readonly string[], verdicts = true): Promise<string[]> {
  const faults: string[] = [];
  for (const { figure, ...size } of SIZES) {
    await page.setViewportSize(size);
    for (const locale of LOCALES)
      faults.push(
        ...(await page.evaluate(faultsOf, { ...drawn(locale, asks), ...(verdicts ? {} : { verdicts: [] }), figure })).map(
          (fault) => `${size.width} ${locale} ${fault}`,
        ),
      );
  }
  return faults;
}

it('in the hand, every prompt and every verdict fits, nothing overlaps or scrolls, and every key is as large as a thumb', async () => {
  const [{ id: merchantId }] = (await house.server.pool.query(`select id from merchants where no = 'M-1001'`)).rows;
  const { no } = await house.call<{ no: string }>('POST', '/v0/tasks', { kind: 'inbound', merchantId, lines: [{ sku: TEA.sku, qty: 1 }] });
  const page = await house.visit('/wEP/arrivalScan', { as: 'admin', viewport: SIZES[0], serviceWorkers: 'allow' });
  const hand = tablet(page);
  await hand.stand('ST-DOCK-1');
  await hand.says(no, `${no} is open.`);
  await hand.scan(TEA.code);
  await hand.figures('120');
  await page.locator('.s-many', { hasText: '120' }).waitFor();
  // The place that is gone to, as large as it is read from a walk.
  await page.evaluate((place) => {
    const where = document.createElement('code');
    where.className = 's-where';
    where.textContent = place;
    document.querySelector('.s-prompt')?.after(where);
  }, PLACE);
  expect(await judge(page, WORDINGS)).toEqual([]);
  await page.evaluate(() => document.querySelector('.s-where')?.remove());
  await page.reload();
  await hand.stand('ST-DOCK-1');
  await hand.scan(commandCode('done'));
  await page.locator('.s-options').waitFor();
  expect(await judge(page, CHOICES)).toEqual([]);

  // What stands behind "More" is all there.
  await page.setViewportSize(SIZES[1]);
  await hand.button('More').click();
  await hand.dialog.getByRole('button', { name: 'Undo' }).first().waitFor();
  await hand.dialog.getByText('Lines').waitFor();
});

it('in the hand, each station shows its step, its figures and its keys', async () => {
  const page = await house.visit('/wEP/arrivalScan', { as: 'admin', viewport: SIZES[1] });
  const faults: string[] = [];
  for (const profile of PROFILES) {
    await page.evaluate(() => localStorage.removeItem('kontor-station'));
    await page.goto(STATION_PATHS[profile]);
    const card = page.locator('.s-choice li button:enabled').first();
    await card.click();
    await page.locator('.s-next .s-prompt').waitFor();
    faults.push(...(await judge(page, [], false)).map((fault) => `${profile} ${fault}`));
  }
  expect(faults).toEqual([]);
});

it('in the hand, work is noted with two taps for the order that is open, and the message takes it back', async () => {
  const rows = async (text: string, values: unknown[]) => (await house.server.pool.query(text, values)).rows;
  const [{ id: merchantId }] = await rows(`select id from merchants where no = $1`, ['M-1001']);
  const task = { kind: 'inbound', merchantId, lines: [{ sku: TEA.sku, qty: 1 }] };
  const { id, no } = await house.call<{ id: string; no: string }>('POST', '/v0/tasks', task);
  const page = await house.visit('/wEP/arrivalScan', { as: 'warehouse', viewport: SIZES[0] });
  const hand = tablet(page);
  await hand.stand('ST-DOCK-1');
  await hand.says(no, `${no} is open.`);
  await hand.button('Work').click();
  await hand.button('15 minutes').click();
  await expect.poll(hand.sentence).toBe('Work noted: 15 min, Work by hand, per hour.');
  const noted = () => rows('select minutes, deleted_at is null as stands from work_entries where task_id = $1', [id]);
  await expect.poll(noted, { timeout: 30_000 }).toEqual([{ minutes: 15, stands: true }]);
  await hand.verdict.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(noted, { timeout: 30_000 }).toEqual([{ minutes: 15, stands: false }]);
});
