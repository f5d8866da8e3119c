import Button from 'antd/es/button';
import Dropdown from 'antd/es/dropdown/dropdown';
import { lazy, Suspense, useState } from 'react';
import type { Mask } from '#contract/core/mask';
import { newIntent } from '../../../providers/new-id.ts';
import { useInvalidate, useRemoveRow, useSaveRow } from '../data.ts';
import { useMaskT } from '../field-context.ts';
import { asText, isRecord, type Row } from '../kinds/kind.ts';
import { type ColumnChoice, sanitized } from './columns.ts';
import { rowId } from './selection.ts';
import { type ListState, readState, writeState } from './url-state.ts';
import { isShared, useViews } from './use-views.ts';

const SaveViewDialog = lazy(() => import('./SaveViewDialog.tsx').then((m) => ({ default: m.SaveViewDialog })));

type Props = { mask: Mask; state: ListState; choice: ColumnChoice; onApply: (state: ListState, choice: ColumnChoice | null) => void };

/** What a saved view stores: search, filters, sort, size and columns, but not the page. */
export function storedIn(view: Row, mask: Mask): { state: ListState; columns: ColumnChoice | null } {
  const stored = isRecord(view['state']) ? view['state'] : {};
  return {
    state: readState(new URLSearchParams(asText(stored['query'])), mask),
    columns: isRecord(stored['columns']) ? sanitized(stored['columns']) : null,
  };
}

export function SavedViews({ mask, state, choice, onApply }: Props) {
  const t = useMaskT();
  const saveRow = useSaveRow();
  const removeRow = useRemoveRow();
  const invalidate = useInvalidate();
  const { views, mine } = useViews(mask);
  const [saving, setSaving] = useState(false);

  const apply = (view: Row): void => {
    const stored = storedIn(view, mask);
    onApply(stored.state, stored.columns);
  };
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
  const items = [
    ...views.map((view) => ({
      key: rowId(view),
      label: (
        <span className="m-view">
          {asText(view['name'])}
          {isShared(view) ? <span className="m-quiet"> · {t('views.shared')}</span> : null}
          {mine(view) ? (
            <button
              type="button"
              className="m-icon-button"
              aria-label={t('views.remove', { name: asText(view['name']) })}
              onClick={(event) => {
                event.stopPropagation();
                remove(view);
              }}
            >
              ×
            </button>
          ) : null}
        </span>
      ),
    })),
    ...(views.length > 0 ? [{ type: 'divider' as const }] : []),
    { key: 'save', label: t('views.save') },
  ];
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items,
          onClick: ({ key }) => {
            const view = views.find((candidate) => rowId(candidate) === key);
            if (view) apply(view);
            else setSaving(true);
          },
        }}
      >
        <Button type="text">{t('views.open')} ▾</Button>
      </Dropdown>
      {saving ? (
        <Suspense fallback={null}>
          <SaveViewDialog onSave={save} onCancel={() => setSaving(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
