import { act, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { beforeAll, expect, it, vi } from 'vitest';
import { EMBEDDED_TEXTS } from '#contract/core/locale';
import { loadNamespace, setLocale, startI18n, translate, useT } from '../../../src/providers/i18n.ts';

const asked: string[] = [];
const FILES: Record<string, object> = {
  'de/common': { buttons: { ok: 'Gut' } },
  'de/login': {},
  'en/early': { word: 'Early' },
  'en/late': { word: 'Late' },
  'en/slow': { word: 'Slow', rare: 'Rare' },
  'de/slow': { word: 'Langsam' },
};

beforeAll(async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    const file = /\/locales\/(\w+\/\w+)\.json/.exec(url)?.[1] ?? '';
    asked.push(file);
    // Answers come one after the other, but without a pause in which the page could be drawn.
    for (let turn = Number(/area(\d+)$/.exec(file)?.[1] ?? 0) * 20; turn > 0; turn -= 1) await Promise.resolve();
    return new Response(JSON.stringify(FILES[file] ?? {}));
  });
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = EMBEDDED_TEXTS;
  script.textContent = JSON.stringify({ en: { common: { buttons: { ok: 'OK' } }, login: { title: 'Sign in' } } });
  document.body.append(script);
  await startI18n('login');
});

it('texts that came with the page are not asked for again; those of another language are', async () => {
  expect([translate('buttons.ok'), translate('login.title')]).toEqual(['OK', 'Sign in']);
  expect(asked).toEqual([]);
  await setLocale('de', { keep: false });
  expect(translate('buttons.ok')).toBe('Gut');
  expect(asked).toEqual(['de/common', 'de/login']);
  await setLocale('en', { keep: false });
});

it('a text is looked up once, until its language changes or its own file arrives', async () => {
  const looks = vi.spyOn(i18next, 'exists');
  translate('login.title');
  looks.mockClear();
  expect(translate('login.title')).toBe('Sign in');
  expect(looks).not.toHaveBeenCalled();
  await loadNamespace('more');
  translate('login.title');
  expect(looks).not.toHaveBeenCalled();
  i18next.addResourceBundle('en', 'login', { title: 'Log in' }, true, true);
  i18next.emit('loaded', { en: ['login'] });
  expect(translate('login.title')).toBe('Log in');
  i18next.addResourceBundle('en', 'login', { title: 'Sign in' }, true, true);
  await i18next.changeLanguage('en');
  expect(translate('login.title')).toBe('Sign in');
  looks.mockRestore();
});

it('texts that are fetched ahead of their use draw nothing anew; those that are missing do', async () => {
  const onDrawn = vi.fn();
  function Words() {
    const t = useT();
    onDrawn();
    return <p>{`${t('login.title')} ${t('late.word')}`}</p>;
  }
  render(<Words />);
  await act(() => loadNamespace('late'));
  expect(screen.getByText('Sign in Late')).toBeTruthy();
  onDrawn.mockClear();
  await act(() => loadNamespace('early'));
  expect(onDrawn).not.toHaveBeenCalled();
  expect(translate('early.word')).toBe('Early');
});

it('another language shows nothing of English that it says itself, and English where it lacks a word', async () => {
  await setLocale('de', { keep: false });
  asked.length = 0;
  function Words() {
    const t = useT();
    return <p>{`${t('slow.word')} ${t('slow.rare')}`}</p>;
  }
  render(<Words />);
  expect(asked).toEqual(['de/slow']);
  await act(() => loadNamespace('slow'));
  expect(screen.getByText(/^Langsam/)).toBeTruthy();
  expect(await screen.findByText('Langsam Rare')).toBeTruthy();
  expect(asked).toEqual(['de/slow', 'en/slow']);
  await setLocale('en', { keep: false });
});

it('many files that arrive together are drawn together', async () => {
  const names = Array.from({ length: 80 }, (_, i) => `area${i}`);
  for (const name of names) FILES[`en/${name}`] = { title: `Title of ${name}` };
  await setLocale('en', { keep: false });
  const onDrawn = vi.fn();
  function Titles() {
    const t = useT();
    onDrawn();
    return <p>{names.map((name) => t(`${name}.title`)).join(', ')}</p>;
  }
  render(<Titles />);
  expect(await screen.findByText(/^Title of area0, .*, Title of area79$/)).toBeTruthy();
  expect(onDrawn.mock.calls.length).toBeLessThan(10);
});
