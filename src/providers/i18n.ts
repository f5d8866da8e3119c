import i18next, { type FormatterModule } from 'i18next';
import { useSyncExternalStore } from 'react';
import { initReactI18next } from 'react-i18next';
import { LOCALE_TAGS, LOCALES, type Locale } from '#contract/core/limits';
import { spokenOf } from '#contract/core/locale';
import { isDay, writtenDay } from '#contract/core/written-day';
import { embeddedTexts } from './embedded-texts.ts';
import { readStored, writeStored } from './storage.ts';
import { WEB_VERSION } from './version.ts';

export type Params = Record<string, unknown>;
export type Translate = (key: string, params?: Params) => string;

const STORED = 'kontor-locale';
const COMMON = 'common';
const pending = new Map<string, Promise<void>>();
/** Files that are loading. Their texts are empty until they arrive; keys are never shown. */
const onTheWay = new Set<string>();
/** Files requested so far. A change of language loads the same ones. */
const wanted = new Set<string>([COMMON]);

const isLocale = (value: string | null): value is Locale => (LOCALES as readonly (string | null)[]).includes(value);

/** The stored choice, else the first supported language of the browser, else English. */
export function pickLocale(stored: string | null, browser: readonly string[]): Locale {
  return isLocale(stored) ? stored : (spokenOf(browser) ?? 'en');
}

/** @param language of i18next, which is unknown until it has started */
export const localeOf = (language: string | undefined): Locale => (language !== undefined && isLocale(language) ? language : 'en');
export const currentLocale = (): Locale => localeOf(i18next.language);
export const localeTag = (locale: Locale = currentLocale()): string => LOCALE_TAGS[locale];

function keepTexts(locale: Locale, name: string, texts: unknown): void {
  i18next.addResourceBundle(locale, name, texts, true, true);
  i18next.emit('loaded', { [locale]: [name] });
}

async function fetchTexts(locale: Locale, name: string): Promise<void> {
  let texts: unknown = null;
  onTheWay.add(`${locale}/${name}`);
  try {
    const response = await fetch(`/locales/${locale}/${name}.json?v=${encodeURIComponent(WEB_VERSION)}`);
    if (response.ok) texts = await response.json();
  } catch {
    // Offline, or no such file. English or the key's last word is shown, and the next call tries again.
    pending.delete(`${locale}/${name}`);
  }
  onTheWay.delete(`${locale}/${name}`);
  keepTexts(locale, name, texts ?? {});
  if (texts === null) await loadFallback(name, locale);
}

/**
 * English is loaded only for texts that the user's language lacks. Loaded in parallel, it would be visible for a moment if it arrived
 * first.
 */
const loadFallback = async (name: string, locale = currentLocale()): Promise<void> => {
  if (locale !== 'en') await loadOne('en', name);
};

function loadOne(locale: Locale, name: string): Promise<void> {
  const id = `${locale}/${name}`;
  const known = pending.get(id);
  if (known) return known;
  const sent = embeddedTexts()[locale]?.[name];
  const loading = sent ? Promise.resolve(keepTexts(locale, name, sent)) : fetchTexts(locale, name);
  pending.set(id, loading);
  return loading;
}

/** Loads the texts of areas (`public/locales/<lang>/<name>.json`) in the current language. */
export async function loadNamespace(...names: string[]): Promise<void> {
  for (const name of names) wanted.add(name);
  const locale = currentLocale();
  await Promise.all(names.map((name) => loadOne(locale, name)));
  announceTexts();
}

const absent = new Set<string>();
function loadForKey(name: string): void {
  if (!i18next.isInitialized || absent.has(name) || wanted.has(name) || !/^[a-zA-Z0-9-]+$/.test(name)) return;
  absent.add(name);
  wanted.add(name);
  void loadOne(currentLocale(), name);
}

/** English files requested because of a missing text. Each is requested once, because offline it would be requested with every render. */
const asked = new Set<string>();
function askEnglish(name: string): void {
  if (!wanted.has(name) || asked.has(name) || onTheWay.has(`${currentLocale()}/${name}`)) return;
  asked.add(name);
  void loadFallback(name);
}

/**
 * Texts looked up without parameters, by key. A cache, because a list asks for the same few texts in every row and a full lookup is slow.
 * When a file arrives, only its own texts are looked up again: English may have stood in for them.
 */
const found = new Map<string, string>();
i18next.on('languageChanged', () => found.clear());
i18next.on('loaded', (arrived: Record<string, readonly string[]>) => {
  // Every key is looked up in the common file first.
  for (const name of Object.values(arrived).flat())
    if (name === COMMON) found.clear();
    else for (const key of found.keys()) if (key.startsWith(`${name}.`)) found.delete(key);
});

/** Files whose texts were requested before they arrived. */
const missed = new Set<string>();

/**
 * The text of a key. `errors.NotFound` is in common.json, `items.fields.sku` in items.json under `fields.sku`. A file is loaded on first
 * use: until then the text is empty, then the component renders again. A missing text is shown as the key's last word.
 */
export const translate: Translate = (key, params) => {
  if (params !== undefined) return lookUp(key, params);
  const known = found.get(key);
  if (known !== undefined) return known;
  const text = lookUp(key);
  if (text !== '') found.set(key, text);
  return text;
};

const lookUp: Translate = (key, params) => {
  if (i18next.exists(key, { ...params, ns: COMMON })) return i18next.t(key, { ...params, ns: COMMON });
  const dot = key.indexOf('.');
  const last = key.slice(key.lastIndexOf('.') + 1);
  if (dot < 1) return last;
  const name = key.slice(0, dot);
  const rest = key.slice(dot + 1);
  if (i18next.exists(rest, { ...params, ns: name })) return i18next.t(rest, { ...params, ns: name });
  missed.add(name);
  loadForKey(name);
  askEnglish(name);
  const fallback = params?.defaultValue;
  if (typeof fallback === 'string') return fallback;
  return [currentLocale(), 'en'].some((locale) => onTheWay.has(`${locale}/${name}`)) ? '' : last;
};

/** The text of a key in a given language, for documents that several people read. Its file must be loaded (`loadNamespaceIn`). */
export const textIn = (locale: Locale, key: string): string => {
  const dot = key.indexOf('.');
  return i18next.t(key.slice(dot + 1), { ns: key.slice(0, dot), lng: locale });
};
export const loadNamespaceIn = async (locales: readonly Locale[], name: string): Promise<void> => {
  await Promise.all(locales.map((locale) => loadOne(locale, name)));
};

export const hasText = (key: string): boolean => {
  const dot = key.indexOf('.');
  const has = i18next.exists(key, { ns: COMMON }) || (dot > 0 && i18next.exists(key.slice(dot + 1), { ns: key.slice(0, dot) }));
  if (!has && dot > 0) missed.add(key.slice(0, dot));
  return has;
};

/**
 * `translate` under a new identity with each change of language, and when texts arrive that a component has already requested. Prefetched
 * texts cause no render. It stands here because texts may arrive between a component's render and its subscription.
 */
let currentTranslate: Translate = (key, params) => translate(key, params);
const listeners = new Set<() => void>();
let announcing: ReturnType<typeof setTimeout> | null = null;

/** Renders components with texts again if requested texts have arrived. */
function announceTexts(): void {
  if (announcing === null) return;
  clearTimeout(announcing);
  announcing = null;
  currentTranslate = (key, params) => translate(key, params);
  for (const listener of listeners) listener();
}
i18next.on('languageChanged', () => {
  announcing ??= setTimeout(announceTexts);
  announceTexts();
});
i18next.on('loaded', (arrived: Record<string, readonly string[]>) => {
  if (!Object.values(arrived).some((names) => names.some((name) => missed.has(name)))) return;
  // A page that names every area requests dozens of files. Their arrival is batched, because React stops after 50 nested updates.
  announcing ??= setTimeout(announceTexts);
});
const subscribeTexts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** `translate` for components. They render again when the language changes or texts arrive, and so do memoised children that get it. */
export const useT = (): Translate => useSyncExternalStore(subscribeTexts, () => currentTranslate);

/** Followed like the texts: many parts of a list need it, and react-i18next's hook does more. */
export const useLocale = (): Locale => useSyncExternalStore(subscribeTexts, currentLocale);

/** Changes the language and stores the choice. Texts are loaded first, so that no keys are visible. */
export async function setLocale(locale: Locale, { keep } = { keep: true }): Promise<void> {
  if (keep) writeStored(STORED, locale);
  await Promise.all([...wanted].map((name) => loadOne(locale, name)));
  await i18next.changeLanguage(locale);
  document.documentElement.lang = LOCALE_TAGS[locale];
}

export const hasStoredLocale = (): boolean => isLocale(readStored(STORED));

/** Days in sentences are written as the reader writes them. Texts name no other formats. */
const days: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: string, _format, locale = '') => (isDay(value) ? writtenDay(value, locale) : value),
};

type PluralResolver = { getRule: (code: string, options?: unknown) => unknown };

/** `cn` is not a valid language tag, so i18next would use the plural rules of the machine. Its rules are those of `zh`. */
function teachPlurals(resolver: PluralResolver): void {
  const getRule = resolver.getRule.bind(resolver);
  resolver.getRule = (code, options) => getRule(code === 'cn' ? 'zh' : code, options);
}

export async function startI18n(...names: string[]): Promise<void> {
  const locale = pickLocale(readStored(STORED), navigator.languages);
  await i18next
    .use(initReactI18next)
    .use(days)
    .init({
      lng: locale,
      fallbackLng: 'en',
      ns: [COMMON],
      defaultNS: COMMON,
      resources: {},
      partialBundledLanguages: true,
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: false, bindI18n: 'languageChanged', bindI18nStore: '' },
    });
  teachPlurals(i18next.services.pluralResolver);
  document.documentElement.lang = LOCALE_TAGS[locale];
  await loadNamespace(COMMON, ...names);
}
