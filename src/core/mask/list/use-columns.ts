import { useCallback, useMemo, useState } from 'react';
import type { FieldSpec, Mask, Option } from '#contract/core/mask';
import { usePreferences } from '../../../layout/preferences.ts';
import { SIZE_TOKENS } from '../../../layout/theme.ts';
import { type Translate, useT } from '../../../providers/i18n.ts';
import { currentUser } from '../../../providers/user.ts';
import { type MakeField, useFields, useText } from '../field-context.ts';
import type { Row } from '../kinds/kind.ts';
import { arrange, type ColumnChoice, clampWidth, type Measured, moved, NOT_MEASURED, readChoice, writeChoice } from './columns.ts';
import { grown, measureRows } from './content-width.ts';
import { headWidth, optionsWidth, statusWidth } from './head-width.ts';

type Known = { mask: Mask; size: number; t: Translate; measured: Measured };
/**
 * What rows needed, by their array: a list that was closed shows the same ones again, and to measure their texts is slow. `t` is another one
 * with each language.
 */
const known = new WeakMap<readonly Row[], Known>();

function measuredOnce(mask: Mask, rows: readonly Row[], size: number, field: MakeField, t: Translate): Measured {
  const last = known.get(rows);
  if (last && last.mask === mask && last.size === size && last.t === t) return last.measured;
  const measured = measureRows(mask, rows, size, field);
  known.set(rows, { mask, size, t, measured });
  return measured;
}

/** What these rows need, grown over the pages of the list and started anew with another text size. */
function useMeasured(mask: Mask, rows: readonly Row[] | undefined, size: number): Measured {
  const field = useFields();
  const t = useT();
  const now = useMemo(() => (rows ? measuredOnce(mask, rows, size, field, t) : NOT_MEASURED), [mask, rows, size, field, t]);
  const [kept, setKept] = useState({ size, measured: now });
  const next = kept.size === size ? grown(kept.measured, now) : now;
  if (next !== kept.measured && rows) setKept({ size, measured: next });
  return next;
}

/** The user's columns of a mask, stored on this device. */
export function useColumns(mask: Mask, rows: readonly Row[] | undefined) {
  const user = currentUser()?.id ?? '';
  const [choice, setChoice] = useState<ColumnChoice>(() => readChoice(user, mask.key));
  const text = useText();
  const { table, head } = SIZE_TOKENS[usePreferences((preferences) => preferences.size)];
  const measured = useMeasured(mask, rows, table);
  const columns = useMemo(() => {
    const words = (options: readonly Option[]): string[] => options.map((option) => text(option.label));
    const valuesOf = (spec: FieldSpec): number => {
      if (spec.kind === 'choice') return optionsWidth(words(spec.options), table);
      return spec.kind === 'status' ? statusWidth(words(spec.options), table) : 0;
    };
    return arrange(mask, choice, (spec) => ({ head: headWidth(text(spec.label), head), values: valuesOf(spec) }), measured);
  }, [mask, choice, text, table, head, measured]);
  const put = useCallback(
    (next: ColumnChoice) => {
      setChoice(next);
      writeChoice(user, mask.key, next);
    },
    [user, mask.key],
  );
  const resize = useCallback(
    (field: string, width: number) => put({ ...choice, widths: { ...choice.widths, [field]: clampWidth(width) } }),
    [choice, put],
  );
  const move = useCallback(
    (field: string, before: string) =>
      put({
        ...choice,
        order: moved(
          columns,
          field,
          columns.findIndex((column) => column.field === before),
        ),
      }),
    [choice, columns, put],
  );
  return { choice, columns, put, resize, move };
}
