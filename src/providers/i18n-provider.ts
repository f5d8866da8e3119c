import type { I18nProvider } from '@refinedev/core';
import { useMemo } from 'react';
import { LOCALES } from '#contract/limits';
import { hasText, type Params, setLocale, type Translate, translate, useLocale, useT } from './i18n.ts';

/** refine calls both `translate(key, 'default')` and `translate(key, params, 'default')`. */
export function translateForRefine(key: string, options?: Params | string, defaultMessage?: string, t: Translate = translate): string {
  const fallback = typeof options === 'string' ? options : defaultMessage;
  if (!hasText(key) && fallback !== undefined) return fallback;
  return t(key, typeof options === 'object' ? options : undefined);
}

/** A new object for each language and each batch of texts: that is what makes refine's own components draw again. */
export function useI18nProvider(): I18nProvider {
  const locale = useLocale();
  const t = useT();
  return useMemo(
    () => ({
      translate: (key, options, fallback) => translateForRefine(key, options, fallback, t),
      changeLocale: (next) => {
        const known = LOCALES.find((one) => one === next);
        return known ? setLocale(known) : Promise.resolve();
      },
      getLocale: () => locale,
    }),
    [locale, t],
  );
}
