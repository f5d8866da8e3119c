import Button from 'antd/es/button';
import { useState } from 'react';
import type { Mask } from '#contract/core/mask';
import { formatInstant } from '../../../providers/format.ts';
import { useHistory } from '../data.ts';
import { useMaskT, useText } from '../field-context.ts';
import { asText, type Row } from '../kinds/kind.ts';
import { ConflictPanel } from './ConflictPanel.tsx';
import { inputId } from './FieldRow.tsx';
import type { FormState, FormStore } from './form-store.ts';
import type { RecordForm } from './use-record.ts';

type Props = {
  mask: Mask;
  id: string;
  formId: string;
  record: RecordForm;
  state: FormState;
  store: FormStore;
  stale: { by: string | null; at: string } | null;
};

/** Another user saved while this form was edited. The user decides when to take the changes over. */
function NewsBar({ mask, id, news, store }: { mask: Mask; id: string; news: Row; store: FormStore }) {
  const t = useMaskT();
  const [latest] = useHistory(mask.area, id).data ?? [];
  return (
    <p className="m-bar m-bar-work" role="status">
      {t('news.text', { by: latest?.byName ?? t('conflict.somebody'), at: formatInstant(asText(news['updatedAt'])) })}{' '}
      <Button size="small" onClick={() => store.rebase(news)}>
        {t('news.take')}
      </Button>
    </p>
  );
}

/** Resolves conflicts. After a reload, author and time of the other change are read from the history. */
function Conflicts(props: { mask: Mask; id: string; store: FormStore; state: FormState; by: string | null; at: string }) {
  const [latest] = useHistory(props.mask.area, props.id).data ?? [];
  return <ConflictPanel {...props} by={props.by ?? latest?.byName ?? null} />;
}

/** The number of faults at the top, each with a link to its field. */
function FaultBar({ mask, formId, state }: { mask: Mask; formId: string; state: FormState }) {
  const t = useMaskT();
  const text = useText();
  if (state.errors.length === 0) return null;
  const names = [...new Set(state.errors.map(({ path }) => path.split('.')[0] ?? ''))];
  return (
    <div className="m-bar m-bar-stop" role="alert">
      {t('faults', { n: names.length })}{' '}
      {names.map((name) => {
        const spec = mask.fields[name];
        return (
          <Button key={name} type="link" size="small" onClick={() => document.getElementById(inputId(formId, name))?.focus()}>
            {spec ? text(spec.label) : name}
          </Button>
        );
      })}
    </div>
  );
}

export function RecordBars({ mask, id, formId, record, state, store, stale }: Props) {
  const t = useMaskT();
  const [isHidden, setHidden] = useState(false);
  // After saving or discarding, further changes are no restored draft.
  if (!record.dirty && !isHidden) setHidden(true);
  const at = stale ? formatInstant(stale.at) : formatInstant(asText(state.base['updatedAt']));
  return (
    <>
      {record.fromDraft && record.dirty && !isHidden ? (
        <p className="m-bar m-bar-work" role="status">
          {t('draft.restored')}{' '}
          <Button size="small" onClick={() => setHidden(true)}>
            {t('draft.keep')}
          </Button>{' '}
          <Button
            size="small"
            onClick={() => {
              store.reset(state.base);
              setHidden(true);
            }}
          >
            {t('discard')}
          </Button>
        </p>
      ) : null}
      {record.news && record.dirty && state.conflicts.length === 0 ? (
        <NewsBar mask={mask} id={id} news={record.news} store={store} />
      ) : null}
      {stale && state.conflicts.length === 0 && record.dirty ? (
        <p className="m-bar m-bar-work" role="status">
          {t('conflict.merged', { by: stale.by ?? t('conflict.somebody'), at })}
        </p>
      ) : null}
      {state.conflicts.length > 0 ? <Conflicts mask={mask} id={id} store={store} state={state} by={stale?.by ?? null} at={at} /> : null}
      <FaultBar mask={mask} formId={formId} state={state} />
    </>
  );
}
