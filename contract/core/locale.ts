import { LOCALES, type Locale } from './limits.ts';

/** The supported locale of the first matching language tag (`zh-TW` is `cn`); null if none matches. */
export function spokenOf(tags: readonly string[]): Locale | null {
  for (const tag of tags) {
    const language = tag.trim().toLowerCase().split(/[-;]/)[0] ?? '';
    const locale = LOCALES.find((one) => one === (language === 'zh' ? 'cn' : language));
    if (locale) return locale;
  }
  return null;
}

/**
 * Id of the page element in which the server embeds the texts of the login page in the browser's languages, as `{locale: {file:
 * texts}}`.
 */
export const EMBEDDED_TEXTS = 'sent-texts';
export const SENT_FILES = ['common', 'login'] as const;
