import { useCallback, useMemo, useState } from 'react';
import type { Mask } from '#contract/mask';
import { currentUser } from '../../providers/user.ts';
import { arrange, type ColumnChoice, clampWidth, moved, readChoice, writeChoice } from './columns.ts';

/** The reader's columns of a mask, remembered on this device. */
export function useColumns(mask: Mask) {
  const user = currentUser()?.id ?? '';
  const [choice, setChoice] = useState<ColumnChoice>(() => readChoice(user, mask.key));
  const columns = useMemo(() => arrange(mask, choice), [mask, choice]);
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
