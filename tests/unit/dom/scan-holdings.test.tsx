import { readFileSync } from 'node:fs';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCALES, type Locale } from '#contract/core/limits';
import { loadNamespace, setLocale, startI18n } from '../../../src/providers/i18n.ts';
import { type Held, Holdings } from '../../../src/scan/parts/Holdings.tsx';
import { VOICE } from '../../../src/scan/voice/settings.ts';

const at = (time: string): string => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(new Date().setHours(hours, minutes, 0, 0)).toISOString();
};
const rows = (count: number) => Array.from({ length: count }, () => ({}));
const held = (partial = false) =>
  ({
    at: at('14:01'),
    partial,
    tasks: rows(38),
    picklists: rows(1),
    loadingLists: [],
    places: rows(1_200),
    items: rows(112),
  }) as unknown as Held;
const since = Date.parse(at('14:02'));
let spoken: string[] = [];

/** The texts as the server sends them. */
async function speaking(locale: Locale): Promise<void> {
  await setLocale(locale);
  await loadNamespace('scan');
}
const serveTexts = () => vi.stubGlobal('fetch', async (path: string) => new Response(readFileSync(`public${path.split('?')[0]}`)));

beforeAll(() => {
  serveTexts();
  return startI18n();
});
beforeEach(() => {
  spoken = [];
  serveTexts();
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  );
  Object.assign(window, {
    speechSynthesis: { getVoices: () => [], cancel: () => undefined, speak: ({ text }: { text: string }) => spoken.push(text) },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (more: Partial<Parameters<typeof Holdings>[0]> = {}) =>
  render(<Holdings work={held()} link="offline" since={since} voice={{ ...VOICE, speech: true }} onClose={() => undefined} {...more} />);
const text = (): string => [...document.querySelectorAll('dialog p')].map((one) => one.textContent).join(' ');

describe('a station without a network says what it holds', () => {
  const SENTENCES = {
    en: 'Offline since 14:02. On this device: 38 orders, 1 list, 1,200 compartments, 112 items, loaded at 14:01. Codes of other orders are unknown on this device.',
    de: 'Offline seit 14:02. Auf diesem Gerät: 38 Aufträge, 1 Liste, 1.200 Lagerplätze, 112 Artikel, geladen um 14:01. Codes anderer Aufträge sind auf diesem Gerät unbekannt.',
    cn: '自 14:02 起没有网络。 本机有：38 个订单、1 个清单、1,200 个库位、112 个商品，于 14:01 加载。 本机不认识其他订单的条码。',
  };
  it.each(LOCALES)('how much, from when and since when, in %s and by voice', async (locale) => {
    await speaking(locale);
    show();
    expect(text()).toBe(SENTENCES[locale]);
    expect(spoken).toEqual([SENTENCES[locale]]);
  });

  it('and that more waits at the server, where the device holds a part only', async () => {
    await speaking('en');
    show({ work: held(true) });
    expect(text()).toContain('The server has more work than is stored here.');
  });

  it('no time of a loss that this page did not see, and nothing of work that was never loaded', async () => {
    await speaking('en');
    show({ since: null, work: null, voice: VOICE });
    expect(text()).toBe('Offline. No work has been loaded to this device yet. Codes of other orders are unknown on this device.');
    expect(spoken).toEqual([]);
  });
});
