import { readFileSync } from 'node:fs';
import { act, render, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ERRORS } from '#contract/core/errors';
import { LOCALES } from '#contract/core/limits';
import {
  dayKey,
  formatDate,
  formatInstant,
  formatMinute,
  formatMoney,
  formatMonth,
  formatNumber,
  formatRelative,
  formatTime,
  NOTHING,
  useFormat,
} from '../../../src/providers/format.ts';
import { currentLocale, loadNamespace, pickLocale, setLocale, startI18n, translate, useT } from '../../../src/providers/i18n.ts';
import { translateForRefine, useI18nProvider } from '../../../src/providers/i18n-provider.ts';

const asked: string[] = [];

beforeAll(async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const file = /\/locales\/(\w+\/[\w-]+)\.json\?v=/.exec(url)?.[1];
    try {
      return new Response(readFileSync(`public/locales/${file}.json`, 'utf8'));
    } catch {
      return new Response('', { status: 404 });
    }
  });
  await startI18n('shell');
  await setLocale('en');
});

describe('the language', () => {
  it('is the stored one, else the first of the browser that we speak, else English', () => {
    expect(pickLocale('cn', ['de-DE'])).toBe('cn');
    expect(pickLocale(null, ['fr-FR', 'de-AT', 'en'])).toBe('de');
    expect(pickLocale(null, ['zh-TW'])).toBe('cn');
    expect(pickLocale('klingon', ['fr'])).toBe('en');
  });

  it('changes what is shown, is stored, and asks for each file once, by the version of the build', async () => {
    function Text() {
      const t = useT();
      return <p>{t('session.logout')}</p>;
    }
    render(<Text />);
    expect(screen.getByText('Sign out')).toBeTruthy();
    await act(() => setLocale('de'));
    expect(screen.getByText('Abmelden')).toBeTruthy();
    expect(localStorage.getItem('kontor-locale')).toBe('de');
    expect(document.documentElement.lang).toBe('de-DE');
    await act(() => setLocale('en'));
    await loadNamespace('shell');
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.every((url) => url.includes('?v='))).toBe(true);
  });

  it('loads an area on the first use of its texts, and draws again', async () => {
    function Text() {
      const t = useT();
      return <p>{t('items.fields.sku')}</p>;
    }
    render(<Text />);
    await act(() => loadNamespace('items'));
    expect(screen.getByText('SKU')).toBeTruthy();
  });

  it('counts as the language counts', async () => {
    expect([1, 5].map((count) => translate('session.left', { count }))).toEqual([
      'Your session ends in 1 minute.',
      'Your session ends in 5 minutes.',
    ]);
    await setLocale('cn');
    expect(translate('session.left', { count: 1 })).toBe('会话将在 1 分钟后结束。');
    await setLocale('en');
  });

  it('shows nothing while a text is on its way, and the last word of a key that nobody wrote', async () => {
    expect(translate('nowhere.at.all')).toBe('');
    await loadNamespace('nowhere');
    expect(translate('nowhere.at.all')).toBe('all');
  });
});

describe('refine speaks through us', () => {
  it('with a text or with parameters as the second argument', () => {
    expect(translateForRefine('no.such.key', 'Default')).toBe('Default');
    expect(translateForRefine('no.such.key', { a: 1 }, 'Third')).toBe('Third');
    expect(translateForRefine('rules.tooShort', { min: 3 }, 'Third')).toBe('At least 3 characters');
  });

  it('with a new provider for a new language, and the same one otherwise', async () => {
    const seen: unknown[] = [];
    function Probe() {
      const provider = useI18nProvider();
      seen.push(provider);
      return <p>{provider.getLocale()}</p>;
    }
    const { rerender } = render(<Probe />);
    rerender(<Probe />);
    expect(seen[0]).toBe(seen[1]);
    await act(() => setLocale('cn'));
    expect(screen.getByText('cn')).toBeTruthy();
    expect(seen.at(-1)).not.toBe(seen[0]);
    await act(() => setLocale('en'));
  });
});

describe('the texts of the core', () => {
  const keysOf = (value: unknown, path = ''): string[] =>
    typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${path}.${key}`)) : [path];
  // Chinese has one plural form only.
  const flat = (locale: string, name: string) =>
    [
      ...new Set(
        keysOf(JSON.parse(readFileSync(`public/locales/${locale}/${name}.json`, 'utf8'))).map((key) => key.replace(/_(one|other)$/, '')),
      ),
    ].sort();

  it.each(['common', 'login', 'shell', 'menu'])('%s.json has the same keys in all languages', (name) => {
    for (const locale of LOCALES) expect(flat(locale, name)).toEqual(flat('en', name));
  });

  it('have a sentence for every error code, the specified ones verbatim', async () => {
    for (const locale of LOCALES) for (const code of Object.keys(ERRORS)) expect(flat(locale, 'common')).toContain(`.errors.${code}`);
    expect(
      ['CaptchaNotMatchError', 'IntegrityError', 'InternalError', 'LoginError', 'NotFound'].map((code) => translate(`errors.${code}`)),
    ).toEqual([
      'Wrong captcha!',
      'Integrity Error!',
      'Something wrong, please contact the admin!',
      'Wrong password or invalid account!',
      'Necessary information not found!',
    ]);
    expect(translate('session.expiredTitle')).toBe('Session expired!');
    expect(translate('session.expiredText')).toBe('Your session has expired, please login again.');
    expect(translate('session.verification')).toBe('Verification failed, please Login again.');
    expect(translate('session.idleText')).toBe('After more than 40 minutes no further action, automatically logged out for your privacy.');
    expect(translate('shell.fullscreenUnsupported')).toBe("Your browser doesn't support this function!");
    expect(translate('shell.popupBlocked')).toBe('Please unblock the pop-ups of this site!');
  });
});

describe('formats', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');
  const ago = (seconds: number) => formatRelative(now - seconds * 1000, now);

  it('are year-month-day hour:minute:second', () => {
    expect(formatInstant(new Date(2026, 2, 1, 4, 5, 6))).toBe('2026-03-01 04:05:06');
    expect(formatDate('2026-03-01')).toBe('2026-03-01');
    expect([formatInstant(null), formatDate(''), formatInstant('rubbish'), formatNumber(null), formatMoney(undefined, 'EUR')]).toEqual(
      Array(5).fill(NOTHING),
    );
  });

  it('are those of the reader: in German the day first, in lists, sentences and months', async () => {
    await setLocale('de', { keep: false });
    expect([formatDate('2026-03-01'), formatMonth('2026-03-01'), formatTime(new Date(2026, 2, 1, 4, 5))]).toEqual([
      '01.03.2026',
      '03/2026',
      '04:05',
    ]);
    expect(formatInstant(new Date(2026, 2, 1, 4, 5, 6))).toBe('01.03.2026 04:05:06');
    expect(formatMinute(new Date(2026, 2, 1, 4, 5, 6), 'cn')).toBe('2026-03-01 04:05');
    await loadNamespace('containers', 'shell');
    expect(translate('containers.page.planned', { date: '2026-03-01' })).toBe('geplant 01.03.2026');
    expect(translate('containers.page.planned', { date: 'E-2026-03-01' })).toBe('geplant E-2026-03-01');
    await setLocale('en', { keep: false });
    expect(dayKey(new Date(2026, 2, 1))).toBe('2026-03-01');
  });

  it('are relative up to 48 hours', () => {
    expect([ago(0), ago(29), ago(30), ago(90), ago(3599)]).toEqual([
      'just now',
      'just now',
      '1 minute ago',
      '1 minute ago',
      '59 minutes ago',
    ]);
    expect([ago(3600), ago(86_399), ago(86_400), ago(172_799)]).toEqual(['1 hour ago', '23 hours ago', '1 day ago', '1 day ago']);
    expect(ago(172_800)).toMatch(/^2026-03-08 /);
    expect(formatRelative(now + 60_000, now)).toMatch(/^2026-03-10 /);
  });

  it('write money from its smallest unit, exact beyond what a float could', () => {
    expect(currentLocale()).toBe('en');
    expect(formatMoney(123_456, 'EUR')).toBe('€1,234.56');
    expect(formatMoney(-5, 'EUR')).toBe('-€0.05');
    expect(formatMoney(9_007_199_254_740_991, 'EUR')).toBe('€90,071,992,547,409.91');
    expect(formatMoney(500, 'JPY')).toBe('JP¥500');
    expect(formatMoney(123_456, 'EUR', 'de').replace(/\s/g, ' ')).toBe('1.234,56 €');
    expect(formatMoney(100, 'NOTACURRENCY')).toBe('1.00 NOTACURRENCY');
  });

  it('follow the language', async () => {
    function Number() {
      return <p>{useFormat().number(1234.5)}</p>;
    }
    render(<Number />);
    expect(screen.getByText('1,234.5')).toBeTruthy();
    await act(() => setLocale('de'));
    expect(screen.getByText('1.234,5')).toBeTruthy();
    await act(() => setLocale('en'));
  });
});
