import type { I18nProvider } from '@refinedev/core';
import { useMemo } from 'react';
import { LOCALES } from '#contract/core/limits';
import { currentLocale, hasText, type Params, setLocale, type Translate, translate, useT } from './i18n.ts';

/** Texts that refine requests under its own keys, for the last part of the breadcrumb. */
const NAMED_BY_REFINE: Partial<Record<string, string>> = { 'actions.create': 'buttons.create', 'actions.edit': 'buttons.update' };

/** refine calls both `translate(key, 'default')` and `translate(key, params, 'default')`. */
export function translateForRefine(key: string, options?: Params | string, defaultMessage?: string, t: Translate = translate): string {
  const own = NAMED_BY_REFINE[key];
  if (own !== undefined) return t(own);
  const fallback = typeof options === 'string' ? options : defaultMessage;
  if (!hasText(key) && fallback !== undefined) return fallback;
  return t(key, typeof options === 'object' ? options : undefined);
}

/** A new object for each language and each batch of texts, so that refine's own components render again. */
export function useI18nProvider(): I18nProvider {
  // `t` changes with each language and each batch of texts.
  const t = useT();
  return useMemo(
    () => ({
      translate: (key, options, fallback) => translateForRefine(key, options, fallback, t),
      changeLocale: (next) => {
        const known = LOCALES.find((one) => one === next);
        return known ? setLocale(known) : Promise.resolve();
      },
      // refine's hook keeps the first provider it received.
      getLocale: currentLocale,
    }),
    [t],
  );
}
