import { LOCALES, type Locale } from './limits.ts';

/** The first of these language tags that we speak (`zh-TW` is `cn`), null where we speak none of them. */
export function spokenOf(tags: readonly string[]): Locale | null {
  for (const tag of tags) {
    const language = tag.trim().toLowerCase().split(/[-;]/)[0] ?? '';
    const locale = LOCALES.find((one) => one === (language === 'zh' ? 'cn' : language));
    if (locale) return locale;
  }
  return null;
}

/** Where in the page the server puts the texts that the login is drawn with: by the browser's languages, as `{locale: {file: texts}}`. */
export const EMBEDDED_TEXTS = 'sent-texts';
export const SENT_FILES = ['common', 'login'] as const;
