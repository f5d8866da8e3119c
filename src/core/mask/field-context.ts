import { useMemo } from 'react';
import type { FieldSpec, Mask, Text } from '#contract/core/mask';
import { formatRelative } from '../../providers/format.ts';
import { currentLocale, hasText, type Translate, useLocale, useT } from '../../providers/i18n.ts';
import { useLinkTo } from './area-paths.ts';
import type { FieldContext, Params, Row } from './kinds/kind.ts';

/** What is made of the texts: one for all components, and another one when the texts change. */
function shared<Made>(make: (t: Translate) => Made): (t: Translate) => Made {
  const made = new WeakMap<Translate, { is: Made }>();
  return (t) => {
    const known = made.get(t) ?? { is: make(t) };
    made.set(t, known);
    return known.is;
  };
}

/** Translates a mask's text: a locale key of any area, or a text in three languages with English as fallback. */
export const useText = (): ((text: Text) => string) => textBy(useT());
const textBy = shared((t) => (text: Text) => (typeof text === 'string' ? t(text) : text[currentLocale()] || text.en));

/** Translates the engine's own texts: keys of mask.json. */
export const useMaskT = (): ((key: string, params?: Params) => string) => maskTextBy(useT());
const maskTextBy = shared((t) => (key: string, params?: Params) => t(`mask.${key}`, params));

/**
 * The heading of a form for a new record: "New customer", or "New · Our clients" if the list has a custom title. It stands beside the title
 * of the list (`bills.gate.newOne` for `bills.gate.title`), else with the area.
 */
export function useNewTitle(): (mask: Pick<Mask, 'area' | 'title'>) => string {
  const t = useT();
  const text = useText();
  return ({ area, title }) => {
    if (typeof title !== 'string') return t('mask.record.new', { title: text(title) });
    const own = [title.replace(/\.title$/, '.newOne'), `${area}.newOne`].find((key) => key !== title && hasText(key));
    return own ? t(own) : t('mask.record.new', { title: text(title) });
  };
}

export type MakeField = (name: string, spec: FieldSpec, row: Row) => FieldContext;

export function useFields(): MakeField {
  const locale = useLocale();
  const text = useText();
  const t = useMaskT();
  const linkTo = useLinkTo();
  return useMemo(
    () => (name: string, spec: FieldSpec, row: Row) => ({
      name,
      spec,
      row,
      locale,
      text,
      t,
      linkTo,
      relative: (at: Date) => formatRelative(at, Date.now(), locale),
    }),
    [locale, text, t, linkTo],
  );
}
