import { useMemo } from 'react';
import { fillText } from '#contract/core/confirmation';
import type { Mask, Text } from '#contract/core/mask';
import { useT } from '../../providers/i18n.ts';
import { titleOf } from './data.ts';
import { useFields, useMaskT, useText } from './field-context.ts';
import { asText, isNothing, NOTHING, type Row } from './kinds/kind.ts';
import { kindOf } from './kinds/registry.tsx';

const NAMED = 3;

/** Fills the text of a confirmation with values of the rows, formatted as in the list: amounts with currency, references by name. */
export function useConfirmText(mask: Pick<Mask, 'fields' | 'title'>): (message: Text, rows: readonly Row[]) => string {
  const t = useT();
  const maskT = useMaskT();
  const text = useText();
  const field = useFields();
  return useMemo(() => {
    const subjectOf = (rows: readonly Row[]): string => {
      const shown = rows.slice(0, NAMED).map(titleOf).join(', ');
      if (rows.length === 1) return shown;
      const names = rows.length > NAMED ? maskT('confirm.more', { names: shown, n: rows.length - NAMED }) : shown;
      return maskT('confirm.several', { n: rows.length, names });
    };
    const written = (name: string, row: Row): string => {
      const spec = mask.fields[name];
      return spec ? kindOf(spec).format(row[name], field(name, spec, row)) : asText(row[`${name}Label`] ?? row[name]) || NOTHING;
    };
    return (message, rows) => {
      const template = typeof message === 'string' ? t(message, { skipInterpolation: true }) : text(message);
      return fillText(template, (names) => {
        const [name = ''] = names;
        if (name === 'n') return String(rows.length);
        if (name === 'title') return text(mask.title);
        const [row] = rows;
        if (name === 'row' || row === undefined || rows.length > 1) return subjectOf(rows);
        return written(names.find((one) => !isNothing(row[one])) ?? name, row);
      });
    };
  }, [mask, t, maskT, text, field]);
}
