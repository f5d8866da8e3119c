import type { Meaning } from '#contract/core/status';
import type { ParcelState } from '#contract/orders/statuses';
import { TASK_TEXTS } from '#contract/orders/texts';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import type { HistoryParcel } from './order-history.ts';
import { useReason } from './reason.ts';
import { UnclearLabel } from './UnclearLabel.tsx';

const STATES: Record<ParcelState, Meaning> = {
  open: 'work',
  closed: 'work',
  labelled: 'work',
  swapped: 'work',
  loaded: 'work',
  handedOver: 'done',
  inTransit: 'done',
  outForDelivery: 'done',
  readyForPickup: 'done',
  delivered: 'done',
  failed: 'stop',
  returning: 'back',
  returned: 'back',
  void: 'closed',
};
const isWeb = (address: string): boolean => /^https?:\/\//.test(address);

function Way({ steps }: { steps: HistoryParcel['tracking'] }) {
  const t = useT();
  const { relative, instant } = useFormat();
  if (steps.length === 0) return null;
  return (
    <details>
      <summary>{t('taskPage.way', { count: steps.length })}</summary>
      <ol className="t-way">
        {steps.map((step) => (
          <li key={`${step.at} ${step.code}`}>
            <time dateTime={step.at} title={instant(step.at)}>
              {relative(step.at)}
            </time>{' '}
            {[step.text || step.code, step.place].filter(Boolean).join(' · ')}
          </li>
        ))}
      </ol>
    </details>
  );
}

type Props = { taskId: string; parcels: readonly HistoryParcel[]; returning?: boolean };
/** Each parcel with its state, label, contents and tracking. A `returning` one is with the customer: only its label is known. */
export function Parcels({ taskId, parcels, returning = false }: Props) {
  const t = useT();
  const { number } = useFormat();
  const reasonOf = useReason();
  return (
    <ul className="t-parcels">
      {parcels.map((parcel) => (
        <li key={parcel.id}>
          <p className="t-parcel-head">
            <b className="m-mono">{parcel.no}</b>
            {returning ? null : <StatusTag meaning={STATES[parcel.state]}>{t(TASK_TEXTS.parcelState(parcel.state))}</StatusTag>}
            <span className="m-figures">
              {parcel.weight === null ? t('taskPage.noWeight') : `${number(parcel.weight / 1000, { maximumFractionDigits: 3 })} kg`}
            </span>
            {returning ? null : <span>{t('taskPage.pieces', { count: parcel.pieces })}</span>}
          </p>
          <p>
            {parcel.carrier ?? t('taskPage.noCarrier')}
            {parcel.trackingNo ? ' · ' : ''}
            {parcel.trackingNo && isWeb(parcel.trackingUrl) ? (
              <a href={parcel.trackingUrl} target="_blank" rel="noreferrer" className="m-mono">
                {parcel.trackingNo}
              </a>
            ) : (
              <span className="m-mono">{parcel.trackingNo}</span>
            )}
            {' · '}
            {t('taskPage.label', { state: t(`parcels.labelStates.${parcel.labelState}`) })}
          </p>
          {parcel.labelError ? <p className="t-fault">{reasonOf(parcel.labelError)}</p> : null}
          {parcel.labelState === 'unclear' ? <UnclearLabel taskId={taskId} parcel={parcel} /> : null}
          <p className="m-quiet m-mono t-places">
            {parcel.contents.map(({ sku, serial, qty }) => (serial ? `${sku} ${serial}` : `${number(qty)} × ${sku}`)).join(' · ')}
          </p>
          <Way steps={parcel.tracking} />
        </li>
      ))}
    </ul>
  );
}
