import { useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { mayOpen } from '../../../providers/access.ts';
import { rowPath } from '../../../providers/data.ts';
import { showNotice } from '../../../providers/feedback.ts';
import { formatDate } from '../../../providers/format.ts';
import { localeTag, useLocale, useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { recordPath } from '../../../providers/routes.ts';
import { useCall } from '../../../providers/use-call.ts';
import { describeRule } from './describe-rule.ts';
import { CALENDAR, type Entry } from './entries.ts';

const SCOPES = ['one', 'following', 'all'] as const;
type Scope = (typeof SCOPES)[number];
type Props = { entry: Entry /** The day to move to; without it, the choices for this day are shown. */; to?: string; onClose: () => void };

/** One day of a series: move, edit or leave out this day, it and all later ones, or all. Each choice but editing can be undone. */
export function OccurrenceDialog({ entry, to, onClose }: Props) {
  const call = useCall();
  const navigate = useNavigate();
  const t = useT();
  const client = useQueryClient();
  const tag = localeTag(useLocale());
  const [scope, setScope] = useState<Scope>('one');
  const [busy, setBusy] = useState(false);
  const { id, title, startDay: day, series } = entry;
  if (!series) return null;
  const path = rowPath('calendarEntries', id);
  const act = (what: string, body: object, of = path) =>
    call<{ id: string; version: number }>('POST', `${of}/${what}`, { body: { day, ...body }, intent: newIntent() });
  const run = async (write: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await write();
      onClose();
    } catch {
      // The call already showed the error. The choice stays.
    } finally {
      await client.invalidateQueries({ queryKey: CALENDAR });
      setBusy(false);
    }
  };
  const done = (text: string, undo: () => Promise<unknown>): void =>
    showNotice({
      kind: 'success',
      title: text,
      seconds: 10,
      action: {
        label: t('undo'),
        run: () =>
          void undo().then(
            () => client.invalidateQueries({ queryKey: CALENDAR }),
            () => undefined,
          ),
      },
    });

  const move = async (target: string): Promise<void> => {
    const moved = await act('moveDay', { scope, to: target });
    const undo = () =>
      scope === 'one'
        ? call('DELETE', rowPath('calendarEntries', moved.id), { intent: newIntent() })
        : act('moveDay', { day: target, to: day, scope: 'all' }, rowPath('calendarEntries', moved.id));
    done(t('calendarEntries.page.moved', { title, day: formatDate(target) }), undo);
  };
  const edit = async (): Promise<void> => {
    const part = scope === 'all' ? { id } : await act('separateDay', { scope });
    const record = recordPath('calendarEntries', part.id, mayOpen);
    if (record) void navigate(`${record}/edit`);
  };
  const skip = async (): Promise<void> => {
    if (scope === 'all' || (scope === 'following' && day === series.startDay)) {
      await call('DELETE', path, { intent: newIntent() });
      done(t('done.delete', { n: 1, count: 1 }), () => call('PUT', `${path}/recover`, { intent: newIntent() }));
    } else {
      const { version } = await act('skipDay', { scope });
      const undo = () =>
        scope === 'one'
          ? act('restoreDay', {})
          : call('PUT', path, { body: { version, repeatUntil: series.repeatUntil }, intent: newIntent() });
      done(t(`calendarEntries.occurrence.${scope === 'one' ? 'skipped' : 'stopped'}`, { title, day: formatDate(day) }), undo);
    }
  };
  const heading = to ? t('calendarEntries.occurrence.moveTitle', { title, day: formatDate(to) }) : `${title} · ${formatDate(day)}`;
  return (
    <Modal
      open
      title={heading}
      onCancel={onClose}
      footer={
        to ? (
          <Button type="primary" loading={busy} onClick={() => void run(() => move(to))}>
            {t('calendarEntries.occurrence.move')}
          </Button>
        ) : (
          <>
            <Button danger disabled={busy} onClick={() => void run(skip)}>
              {t('calendarEntries.occurrence.skip')}
            </Button>
            <Button type="primary" loading={busy} onClick={() => void run(edit)}>
              {t('calendarEntries.occurrence.edit')}
            </Button>
          </>
        )
      }
    >
      <p>
        {describeRule(series, t, tag)}
        {entry.startTime ? ` · ${entry.startTime}–${entry.endTime}` : ''}
      </p>
      <fieldset className="c-scope">
        <legend>{t('calendarEntries.occurrence.which')}</legend>
        {SCOPES.map((value) => (
          <label key={value}>
            <input type="radio" name="scope" checked={value === scope} onChange={() => setScope(value)} />
            {t(`calendarEntries.occurrence.${value}`)}
          </label>
        ))}
      </fieldset>
      {scope === 'one' ? <p className="m-quiet">{t('calendarEntries.occurrence.separate')}</p> : null}
    </Modal>
  );
}
