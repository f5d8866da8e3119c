import { type ChangeEvent, useEffect, useState } from 'react';
import type { Locale } from '#contract/core/limits';
import type { Reply } from '#contract/scanning/station/profile-rules';
import { recentTasks } from '#contract/scanning/station/recent-tasks';
import type { StationState } from '#contract/scanning/station/state';
import type { WorkKind } from '#contract/scanning/work';
import { Icon } from '../../layout/icons.tsx';
import { useLocale, useT } from '../../providers/i18n.ts';
import { requestList, upload } from '../../providers/request.ts';
import { readStored, writeStored } from '../../providers/storage.ts';
import { allowed } from '../../providers/user.ts';
import { Sheet } from './Sheet.tsx';
import './work-sheet.css';

const MINUTES = [5, 10, 15, 30, 45, 60];
const STEP = 5;
const MOST = 480;
/** The kind of work that was noted last on this device. */
const LAST_KIND = 'kontor-work-kind';

type Merchant = { id: string; no: string; name: string };

/** The merchants to choose from. Empty without a network. */
function useMerchants(known: readonly Merchant[]): readonly Merchant[] {
  const [merchants, setMerchants] = useState(known);
  useEffect(function readMerchants() {
    if (!allowed('merchants.read')) return;
    const halt = new AbortController();
    const query = { limit: 200, cursor: null, search: '', sort: 'name', back: false, filters: [] };
    requestList<Merchant>('merchants', query, { signal: halt.signal, background: true, handles: 'all' })
      .then(({ data }) => setMerchants(data.map(({ id, no, name }) => ({ id, no, name }))))
      .catch(() => undefined);
    return () => halt.abort();
  }, []);
  return merchants;
}

type PhotoProps = { photo: string | null; isBusy: boolean; hasFailed: boolean; onFile: (file: File) => void };

function Photo({ photo, isBusy, hasFailed, onFile }: PhotoProps) {
  const t = useT();
  const take = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    target.value = '';
    if (file) onFile(file);
  };
  return (
    <>
      <label className="s-button s-photo" aria-busy={isBusy}>
        <input type="file" accept="image/*" capture="environment" className="k-hidden" disabled={isBusy} onChange={take} />
        <Icon name={photo ? 'check' : 'picture'} /> {t(isBusy ? 'scan.work.sending' : photo ? 'scan.work.photoTaken' : 'scan.work.photo')}
      </label>
      <p role="status">{hasFailed ? t('scan.work.photoFailed') : ''}</p>
    </>
  );
}

const nameOf = ({ text, code }: WorkKind, locale: Locale): string => text[locale] || text.en || code;

type Props = { state: StationState; onRecord: (reply: Reply, code: string) => void; onClose: () => void };

/**
 * Notes work by hand: the kind, for which order or merchant, and how long. A tap on the minutes saves. What was chosen last and the order in
 * hand are filled in, so that the second tap is enough.
 */
export function WorkSheet({ state, onRecord, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const kinds = state.base.workKinds;
  const tasks = recentTasks(state);
  const merchants = useMerchants(state.base.merchants);
  const [kindId, setKindId] = useState(() => readStored(LAST_KIND));
  const [target, setTarget] = useState(tasks[0] ? `task ${tasks[0].id}` : '');
  const [minutes, setMinutes] = useState(20);
  const [photo, setPhoto] = useState<{ id: string | null; state: 'idle' | 'busy' | 'failed' }>({ id: null, state: 'idle' });
  const kind = kinds.find(({ id }) => id === kindId) ?? kinds[0];
  const isReady = kind !== undefined && target !== '' && photo.state !== 'busy';
  const send = (file: File): void => {
    setPhoto({ id: null, state: 'busy' });
    upload('intern', file, { background: true, handles: 'all' }).then(
      ({ id }) => setPhoto({ id, state: 'idle' }),
      () => setPhoto({ id: null, state: 'failed' }),
    );
  };
  const save = (worked: number): void => {
    if (!isReady) return;
    const [what, id = ''] = target.split(' ');
    const [taskId, merchantId] = what === 'task' ? [id, null] : [null, id];
    writeStored(LAST_KIND, kind.id);
    onClose();
    onRecord(
      {
        feedback: 'workNoted',
        params: { minutes: worked, kind: nameOf(kind, locale) },
        commands: [{ do: 'noteWork', categoryId: kind.id, merchantId, taskId, minutes: worked, photo: photo.id }],
      },
      kind.code,
    );
  };
  return (
    <Sheet title={t('scan.work.title')} onClose={onClose}>
      <div className="s-pad s-work">
        <div className="s-tiles" role="group" aria-label={t('scan.work.kind')}>
          {kinds.map((one) => (
            <button key={one.id} type="button" className="s-button" aria-pressed={one === kind} onClick={() => setKindId(one.id)}>
              {nameOf(one, locale)}
            </button>
          ))}
        </div>
        <label className="s-for">
          <span>{t('scan.work.for')}</span>
          <select value={target} onChange={(event) => setTarget(event.target.value)}>
            {target === '' && <option value="">{t('scan.work.choose')}</option>}
            {tasks.length > 0 && (
              <optgroup label={t('scan.work.orders')}>
                {tasks.map(({ id, no }) => (
                  <option key={id} value={`task ${id}`}>
                    {no}
                  </option>
                ))}
              </optgroup>
            )}
            {merchants.length > 0 && (
              <optgroup label={t('scan.work.merchants')}>
                {merchants.map(({ id, no, name }) => (
                  <option key={id} value={`merchant ${id}`}>
                    {no} {name}
                  </option>
                ))}
              </optgroup>
            )}
          </select>
        </label>
        <Photo photo={photo.id} isBusy={photo.state === 'busy'} hasFailed={photo.state === 'failed'} onFile={send} />
        <h3>{t('scan.work.minutes')}</h3>
        <div className="s-keys" role="group" aria-label={t('scan.work.minutes')}>
          {MINUTES.map((one) => (
            <button
              key={one}
              type="button"
              className="s-button"
              disabled={!isReady}
              aria-label={t('scan.work.count', { count: one })}
              onClick={() => save(one)}
            >
              {one}
            </button>
          ))}
        </div>
        <div className="s-steps">
          <button
            type="button"
            className="s-button"
            aria-label={t('scan.work.shorter')}
            onClick={() => setMinutes(Math.max(STEP, minutes - STEP))}
          >
            −
          </button>
          <output>{t('scan.work.count', { count: minutes })}</output>
          <button
            type="button"
            className="s-button"
            aria-label={t('scan.work.longer')}
            onClick={() => setMinutes(Math.min(MOST, minutes + STEP))}
          >
            +
          </button>
          <button type="button" className="s-button s-main" disabled={!isReady} onClick={() => save(minutes)}>
            {t('buttons.save')}
          </button>
        </div>
        <p>{target === '' ? t('scan.work.chooseFirst') : ''}</p>
      </div>
    </Sheet>
  );
}
