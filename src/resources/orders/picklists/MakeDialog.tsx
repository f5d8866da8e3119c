import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { Filter } from '#contract/core/query';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { showNotice } from '../../../providers/feedback.ts';
import { formatTime, useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { requestList } from '../../../providers/request.ts';
import { useCall } from '../../../providers/use-call.ts';
import { suggest, useWaves, type Wave } from './picking.ts';
import './picking.css';

const KINDS = ['single', 'batch', 'order'] as const;
type Kind = (typeof KINDS)[number];
/** Default number of orders per list, about the number of slots of a cart. */
const SIZE = 20;
const MAX_SIZE = 200;

function useLeft(): (cutOffAt: string | null, now: number) => string {
  const t = useT();
  return (cutOffAt, now) => {
    if (cutOffAt === null) return t('board.noCutOff');
    const minutes = Math.floor((Date.parse(cutOffAt) - now) / 60_000);
    const hours = Math.floor(minutes / 60);
    const left =
      minutes < 0 ? t('board.gone') : hours > 0 ? t('board.hours', { h: hours, n: minutes % 60 }) : t('board.minutes', { n: minutes });
    return `${formatTime(cutOffAt)} · ${left}`;
  };
}

type CardProps = { wave: Wave; now: number; busy: boolean; onMake: (kind: Kind, size: number) => void };

function WaveCard({ wave, now, busy, onMake }: CardProps) {
  const t = useT();
  const left = useLeft();
  const { number } = useFormat();
  const best = suggest(wave);
  const [kind, setKind] = useState<Kind>(best);
  const [size, setSize] = useState(SIZE);
  const orders = kind === 'single' ? wave.single : wave.orders;
  const name = wave.carrier || t('picklists.make.noCarrier');
  return (
    <li>
      <h3>{name}</h3>
      <p className="m-quiet m-figures">{left(wave.cutOffAt, now)}</p>
      <p className="m-figures">
        <b>{t('picklists.make.orders', { count: wave.orders })}</b>
        {' · '}
        {t('picklists.make.pieces', { count: wave.pieces })}
        {wave.urgent > 0 ? ` · ${t('picklists.make.urgent', { count: wave.urgent })}` : ''}
      </p>
      <fieldset>
        <legend className="m-hidden">{t('picklists.fields.kind')}</legend>
        {KINDS.map((one) => (
          <label key={one}>
            <input type="radio" name={`kind-${wave.carrierId ?? ''}`} checked={kind === one} onChange={() => setKind(one)} />
            <span>
              {t(`picklists.kinds.${one}`)}
              {one === 'single' ? ` (${number(wave.single)})` : ''}
              {one === best ? <small>{t('picklists.make.suggested')}</small> : null}
            </span>
          </label>
        ))}
      </fieldset>
      <label className="p-size">
        {t('picklists.ask.size')}
        <input
          className="m-input m-input-end"
          type="number"
          min={1}
          max={MAX_SIZE}
          value={size}
          disabled={kind === 'order'}
          onChange={(event) => setSize(Math.min(MAX_SIZE, Math.max(1, Math.trunc(Number(event.target.value)) || 1)))}
        />
      </label>
      <Button type="primary" disabled={busy || orders === 0} onClick={() => onMake(kind, kind === 'order' ? 1 : size)}>
        {t('picklists.make.do', { count: kind === 'order' ? orders : Math.ceil(orders / size) })}
      </Button>
    </li>
  );
}

/** To the server, no carrier means every carrier, so orders without a carrier are passed by id. */
async function withoutCarrier(): Promise<string[]> {
  const filters: Filter[] = [
    { field: 'kind', op: 'eq', value: 'outbound' },
    { field: 'status', op: 'eq', value: 'readyToPick' },
    { field: 'carrierId', op: 'null', value: 'true' },
  ];
  const page = await requestList<{ id: string }>('tasks', { limit: 1000, cursor: null, search: '', sort: null, back: false, filters });
  return page.data.map(({ id }) => id);
}

/** Orders ready to pick, one card per carrier in the order of cut-offs. One click creates the lists. */
export function MakeDialog({ onClose }: DialogProps) {
  const call = useCall();
  const t = useT();
  const waves = useWaves();
  const [now] = useState(() => Date.now());
  const [busy, setBusy] = useState(false);
  const [intents] = useState(() => new Map<string, string>());
  const [made, setMade] = useState(false);
  const make = async (wave: Wave, kind: Kind, size: number): Promise<void> => {
    const key = JSON.stringify([kind, size, wave.carrierId]);
    const intent = intents.get(key) ?? newIntent();
    intents.set(key, intent);
    setBusy(true);
    try {
      const body = { kind, size, carrierId: wave.carrierId, taskIds: wave.carrierId === null ? await withoutCarrier() : null };
      const { ids } = await call<{ ids: string[] }>('POST', '/v0/picklists', { body, intent });
      intents.delete(key);
      setMade(true);
      showNotice({ kind: ids.length > 0 ? 'success' : 'info', title: t('picklists.make.done', { count: ids.length }) });
      await waves.refetch();
    } catch {
      // The call already showed the error. The card stays for another try.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal open width={860} title={t('picklists.actions.make')} footer={null} onCancel={() => onClose(made)}>
      {waves.isError && !waves.data ? (
        <LoadError error={waves.error} onRetry={() => void waves.refetch()} />
      ) : !waves.data ? (
        <ListSkeleton rows={4} />
      ) : waves.data.length === 0 ? (
        <p className="m-empty">{t('picklists.make.none')}</p>
      ) : (
        <ul className="p-waves">
          {waves.data.map((wave) => (
            <WaveCard
              key={`${wave.carrierId ?? ''} ${wave.orders}`}
              wave={wave}
              now={now}
              busy={busy}
              onMake={(kind, size) => void make(wave, kind, size)}
            />
          ))}
        </ul>
      )}
    </Modal>
  );
}
