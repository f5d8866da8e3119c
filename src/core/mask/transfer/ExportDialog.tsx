import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { Mask } from '#contract/core/mask';
import { useLocale } from '../../../providers/i18n.ts';
import type { ListRequest } from '../data.ts';
import { useMaskT, useText } from '../field-context.ts';
import type { Row } from '../kinds/kind.ts';
import type { Column } from '../list/columns.ts';
import { rowId } from '../list/selection.ts';
import { cancelExport, downloadExport, leave, startExport, useExports } from './exports.ts';
import { Progress } from './Progress.tsx';

type Props = { mask: Mask; request: ListRequest; columns: readonly Column[]; rows: readonly Row[]; onClose: () => void };

/** The columns shown to the user first, then the others that the mask can export. */
function ordered(mask: Mask, columns: readonly Column[]): string[] {
  const allowed = mask.download?.fields ?? [];
  const seen = columns.map((column) => column.field).filter((field) => allowed.includes(field));
  return [...seen, ...allowed.filter((field) => !seen.includes(field))];
}

export function ExportDialog({ mask, request, columns, rows, onClose }: Props) {
  const t = useMaskT();
  const text = useText();
  const locale = useLocale();
  const fields = ordered(mask, columns);
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(fields.filter((name) => !columns.some((column) => column.field === name && column.hidden && !column.uniform))),
  );
  const [only, setOnly] = useState(rows.length > 0);
  const [busy, setBusy] = useState(false);
  const [id, setId] = useState<string | null>(null);
  const job = useExports((state) => (id ? state.jobs[id] : undefined));

  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      const { search, sort, filters } = request;
      const ids = only ? { ids: rows.map(rowId) } : {};
      setId(
        await startExport({
          mask: mask.key,
          format,
          fields: fields.filter((name) => chosen.has(name)),
          q: search,
          s: sort,
          filters,
          locale,
          ...ids,
        }),
      );
    } catch {
      // The call already showed the error. The choice is kept for another try.
    } finally {
      setBusy(false);
    }
  };
  const close = (): void => {
    if (id) leave(id);
    onClose();
  };
  const running = job?.state === 'queued' || job?.state === 'running';
  const footer = job ? (
    <>
      {running ? <Button onClick={() => void cancelExport(job.id).catch(() => undefined)}>{t('export.cancel')}</Button> : null}
      {job.state === 'done' ? <Button onClick={() => void downloadExport(job).catch(() => undefined)}>{t('export.again')}</Button> : null}
      <Button type="primary" onClick={close}>
        {t(running ? 'export.leave' : 'close')}
      </Button>
    </>
  ) : (
    <>
      <Button onClick={close}>{t('cancel')}</Button>
      <Button type="primary" loading={busy} disabled={chosen.size === 0} onClick={() => void start()}>
        {t('export.start')}
      </Button>
    </>
  );
  return (
    <Modal open title={t('export.title', { title: text(mask.title) })} footer={footer} onCancel={close}>
      {job ? (
        running ? (
          <Progress label={t(`export.state.${job.state}`)} done={job.done} total={job.total} />
        ) : (
          <p role="status">{t(`export.state.${job.state}`, { file: job.fileName })}</p>
        )
      ) : (
        <div className="m-stack">
          <fieldset className="m-options m-row">
            <legend>{t('export.what')}</legend>
            <label>
              <input type="radio" name="rows" checked={!only} onChange={() => setOnly(false)} /> {t('export.all')}
            </label>
            {rows.length > 0 ? (
              <label>
                <input type="radio" name="rows" checked={only} onChange={() => setOnly(true)} /> {t('export.selected', { n: rows.length })}
              </label>
            ) : null}
          </fieldset>
          <fieldset className="m-options m-row">
            <legend>{t('export.format')}</legend>
            {(['xlsx', 'csv'] as const).map((kind) => (
              <label key={kind}>
                <input type="radio" name="format" checked={format === kind} onChange={() => setFormat(kind)} /> {t(`export.${kind}`)}
              </label>
            ))}
          </fieldset>
          <fieldset className="m-options m-columns">
            <legend>{t('export.columns')}</legend>
            {fields.map((name) => (
              <label key={name}>
                <input
                  type="checkbox"
                  className="m-check"
                  checked={chosen.has(name)}
                  onChange={() => {
                    const next = new Set(chosen);
                    if (!next.delete(name)) next.add(name);
                    setChosen(next);
                  }}
                />
                {text(mask.fields[name]?.label ?? name)}
              </label>
            ))}
          </fieldset>
          <p className="m-quiet">{t('export.safe')}</p>
        </div>
      )}
    </Modal>
  );
}
