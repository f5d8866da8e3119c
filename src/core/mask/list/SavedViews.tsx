import Button from 'antd/es/button';
import Dropdown from 'antd/es/dropdown/dropdown';
import { lazy, Suspense, useState } from 'react';
import type { Mask } from '#contract/core/mask';
import { newIntent } from '../../../providers/new-id.ts';
import { useUser } from '../../../providers/user.ts';
import { useInvalidate, useRemoveRow, useRows, useSaveRow } from '../data.ts';
import { useMaskT } from '../field-context.ts';
import { asText, isRecord, type Row } from '../kinds/kind.ts';
import { type ColumnChoice, sanitized } from './columns.ts';
import { rowId } from './selection.ts';
import { type ListState, readState, writeState } from './url-state.ts';

const SaveViewDialog = lazy(() => import('./SaveViewDialog.tsx').then((m) => ({ default: m.SaveViewDialog })));

type Props = { mask: Mask; state: ListState; choice: ColumnChoice; onApply: (state: ListState, choice: ColumnChoice | null) => void };

const isShared = (view: Row): boolean => view['shared'] === true;

/** Saved views. A view stores search, filters, sort, size and columns, but not the page. */
function useViews(mask: Mask) {
  const user = useUser();
  const query = useRows('views', {
    limit: 200,
    cursor: null,
    search: '',
    sort: null,
    back: false,
    filters: [{ field: 'mask', op: 'eq', value: mask.key }],
  });
  const rows = query.data?.data ?? [];
  const mine = (view: Row): boolean => view['createdBy'] === user?.id;
  return { views: rows.filter((view) => isShared(view) || mine(view)), mine };
}

export function SavedViews({ mask, state, choice, onApply }: Props) {
  const t = useMaskT();
  const saveRow = useSaveRow();
  const removeRow = useRemoveRow();
  const invalidate = useInvalidate();
  const { views, mine } = useViews(mask);
  const [saving, setSaving] = useState(false);

  const apply = (view: Row): void => {
    const stored = isRecord(view['state']) ? view['state'] : {};
    onApply(
      readState(new URLSearchParams(asText(stored['query'])), mask),
      isRecord(stored['columns']) ? sanitized(stored['columns']) : null,
    );
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
