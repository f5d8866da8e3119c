import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Mask } from '#contract/core/mask';
import { newIntent } from '../../../providers/new-id.ts';
import { useInvalidate, useRemoveRow, useSaveRow } from '../data.ts';
import type { Row } from '../kinds/kind.ts';
import type { ColumnChoice } from './columns.ts';
import { rowId } from './selection.ts';
import { type ListState, writeState } from './url-state.ts';

const SaveViewDialog = lazy(() => import('./SaveViewDialog.tsx').then((m) => ({ default: m.SaveViewDialog })));

/** Saves the current state of a list as a view, and deletes saved views. `host` is the dialog that asks for the name. */
export function useSavedViews(mask: Mask, state: ListState, choice: ColumnChoice) {
  const saveRow = useSaveRow();
  const removeRow = useRemoveRow();
  const invalidate = useInvalidate();
  const [saving, setSaving] = useState(false);
  const save = async (name: string, shared: boolean): Promise<void> => {
    const query = writeState({ ...state, page: 1, cursor: null, back: false }, mask).toString();
    await saveRow('views', null, { mask: mask.key, name, shared, state: { query, columns: choice } }, { intent: newIntent() });
    await invalidate('views');
    setSaving(false);
  };
  const remove = (view: Row): void => {
    // The call already showed the error. The view stays.
    removeRow('views', rowId(view)).catch(() => undefined);
  };
  const host: ReactNode = saving ? (
    <Suspense fallback={null}>
      <SaveViewDialog onSave={save} onCancel={() => setSaving(false)} />
    </Suspense>
  ) : null;
  return { askToSave: () => setSaving(true), remove, host };
}
