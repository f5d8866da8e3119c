import { useMemo } from 'react';
import { routeAllowed } from '#contract/core/access';
import type { FieldSpec, Mask, Text } from '#contract/core/mask';
import { mayOpen } from '../../providers/access.ts';
import { formatRelative } from '../../providers/format.ts';
import { hasText, useLocale, useT } from '../../providers/i18n.ts';
import { recordPath } from '../../providers/routes.ts';
import { useUserStore } from '../../providers/user.ts';
import type { FieldContext, Params, Row } from './kinds/kind.ts';

/** Puts a mask's text into words: a locale key of any area, or one of three languages with English behind it. */
export function useText(): (text: Text) => string {
  const t = useT();
  const locale = useLocale();
  return useMemo(() => (text: Text) => (typeof text === 'string' ? t(text) : text[locale] || text.en), [t, locale]);
}

/** The engine's own texts: keys of mask.json. */
export function useMaskT(): (key: string, params?: Params) => string {
  const t = useT();
  return useMemo(() => (key: string, params?: Params) => t(`mask.${key}`, params), [t]);
}

/** What a form for a new record is headed by: "New customer", and after a title of the house's own "New · Our clients". */
export function useNewTitle(): (mask: Pick<Mask, 'area' | 'title'>) => string {
  const t = useT();
  const text = useText();
  return ({ area, title }) => {
    const own = `${area}.newOne`;
    return typeof title === 'string' && hasText(own) ? t(own) : t('mask.record.new', { title: text(title) });
  };
}

export type MakeField = (name: string, spec: FieldSpec, row: Row) => FieldContext;

/** The same few screens are asked about in every row of a list. */
function memoised(ask: (path: string) => boolean): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const answer = known.get(path) ?? ask(path);
    known.set(path, answer);
    return answer;
  };
}

/** Where records of an area are shown, for those who may open that screen. */
export function useLinkTo(): FieldContext['linkTo'] {
  const routes = useUserStore((state) => state.routes);
  return useMemo(() => {
    const may = memoised((path) => routeAllowed(routes, path) && mayOpen(path));
    return (area: string, id: string) => recordPath(area, id, may);
  }, [routes]);
}

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
