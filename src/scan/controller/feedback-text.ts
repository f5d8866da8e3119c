import { useCallback } from 'react';
import { create } from 'zustand';
import { LOCALE_TAGS, type Locale } from '#contract/core/limits';
import { sizeText, weightText } from '#contract/scanning/measure';
import { parameterText } from '#contract/scanning/station/feedback';
import type { Params } from '#contract/scanning/station/state';
import { type Translate, useLocale, useT } from '../../providers/i18n.ts';
import { request } from '../../providers/request.ts';
import { allowed, currentUser } from '../../providers/user.ts';

/** Names of colleagues. Kept in memory only, never stored on the device. */
const useNames = create<Record<string, string>>(() => ({}));
const asked = new Set<string>();

/** Asks for a name once. Without the privilege to read users, or without a network, no name is shown. */
function learnName(id: string): void {
  if (asked.has(id) || !allowed('users.read')) return;
  asked.add(id);
  request<{ name: string }>('GET', `/v0/users/${encodeURIComponent(id)}`, { background: true, handles: 'all' })
    .then(({ name }) => useNames.setState({ [id]: name }))
    .catch(() => asked.delete(id));
}

/** Formatters by language. They are cached because creating one is slower than rendering a line. */
const clocks = new Map<Locale, Intl.DateTimeFormat>();

/** Local time of an instant as HH:MM. */
export function timeText(at: string | number, locale: Locale): string {
  const clock = clocks.get(locale) ?? new Intl.DateTimeFormat(LOCALE_TAGS[locale], { hour: '2-digit', minute: '2-digit' });
  clocks.set(locale, clock);
  return clock.format(new Date(at));
}

const days = new Map<Locale, Intl.DateTimeFormat>();
/** "at 10:32", with the date if it is not today: a number may have been used weeks ago. */
function momentOf(at: string | number, locale: Locale, t: Translate): string {
  const [then, today] = [new Date(at), new Date()];
  const time = timeText(at, locale);
  if (then.toDateString() === today.toDateString()) return t('scan.at.today', { time });
  const day = days.get(locale) ?? new Intl.DateTimeFormat(LOCALE_TAGS[locale], { day: 'numeric', month: 'numeric', year: 'numeric' });
  days.set(locale, day);
  return t('scan.at.day', { day: day.format(then), time });
}

export type Say = (text: { key: string; params: Params }) => string;

function personOf(id: string, names: Record<string, string>): string | undefined {
  const user = currentUser();
  if (user?.id === id) return user.name;
  if (names[id] === undefined) learnName(id);
  return names[id];
}

/** Translates a message of the scan engine into the user's language. Its parameters may be terms, times and people. */
export function useFeedbackText(): Say {
  const t = useT();
  const locale = useLocale();
  const names = useNames();
  return useCallback<Say>(
    ({ key, params }) => {
      const words = Object.entries(params).map(([name, value]): [string, string | number] => {
        const word = parameterText(name, value);
        if (word !== null) return [name, sentence(t, word, params)];
        const measure = measureOf(name, value, locale);
        if (measure !== null) return [name, measure];
        if (name === 'at') return [name, momentOf(value, locale, t)];
        return [name, name === 'who' ? personOf(String(value), names) || t('scan.station.colleague') : value];
      });
      return sentence(t, key, Object.fromEntries(words));
    },
    [t, locale, names],
  );
}

const WEIGHTS: readonly string[] = ['weight', 'expectedWeight', 'mostWeight'];
/** Weights and sizes in the user's number format, always with the unit. */
function measureOf(name: string, value: string | number, locale: Locale): string | null {
  if (WEIGHTS.includes(name) && typeof value === 'number') return weightText(value, locale);
  return name === 'size' ? sizeText(String(value), locale) : null;
}

const sentence = (t: Translate, key: string, params: Params): string => t(key, params);
