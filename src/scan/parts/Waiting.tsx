import { type ReactNode, useMemo } from 'react';
import type { Locale } from '#contract/core/limits';
import type { Profile } from '#contract/scanning/commands';
import type { Reply } from '#contract/scanning/station/profile-rules';
import { lastReceipt } from '#contract/scanning/station/receipt-units';
import type { StationState } from '#contract/scanning/station/state';
import { WAITING_ROWS, WAITING_UNIT } from '#contract/scanning/station/waiting-units';
import { opensByNumber, type WaitingWork, waitingWork } from '#contract/scanning/station/waiting-work';
import type { WaitingHere as Here, WaitingRow } from '#contract/scanning/waiting';
import { Icon } from '../../layout/icons.tsx';
import { formatDay, useFormat } from '../../providers/format.ts';
import { useLocale, useT } from '../../providers/i18n.ts';
import { timeText } from '../controller/feedback-text.ts';
import { useWaiting } from '../controller/use-waiting.ts';
import { ReceiptUnits } from './ReceiptUnits.tsx';
import { useWholeRows } from './use-whole-rows.ts';
import './waiting.css';

/** The row of an order that this device knows, shown while the server does not answer. */
const ofDevice = ({ code, pieces, urgent }: WaitingWork): WaitingRow => ({
  id: code,
  code,
  about: [],
  left: pieces,
  counted: 'pieces',
  dueAt: null,
  day: null,
  arrived: false,
  urgent,
});

const two = (n: number): string => String(n).padStart(2, '0');
const dayOf = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** When it is due: the time of a cut-off, with its day if that is not today, or the day on which a delivery is expected. */
function whenOf({ dueAt, day, arrived }: WaitingRow, locale: Locale): { label: string; moment: string; late: boolean } {
  if (dueAt !== null) {
    const [then, now] = [new Date(dueAt), new Date()];
    const time = timeText(dueAt, locale);
    const moment = dayOf(then) === dayOf(now) ? time : `${formatDay(dayOf(then), locale)}, ${time}`;
    const late = then < now;
    return { label: late ? 'cutOffWas' : 'cutOff', moment, late };
  }
  if (arrived) return { label: 'arrived', moment: '', late: false };
  return { label: day === null ? '' : 'expected', moment: day === null ? '' : formatDay(day, locale), late: false };
}

type RowProps = { row: WaitingRow; unit: string; onOpen: ((code: string) => void) | null };

function Row({ row, unit, onOpen }: RowProps) {
  const t = useT();
  const locale = useLocale();
  const { number } = useFormat();
  const { label, moment, late } = whenOf(row, locale);
  const { code, about, left, counted, urgent } = row;
  const many = left ? t(`scan.waiting.${counted}`, { count: left, number: number(left) }) : '';
  const content = (
    <>
      {code !== '' && <code>{code}</code>}
      <span className="s-about">
        {urgent && <b className="s-urgent">{t('scan.station.urgent')}</b>}
        <span>{about.join(' · ')}</span>
      </span>
      <span className="s-left">{left === 0 && unit === 'orders' && counted === 'pieces' ? t('scan.waiting.allPacked') : many}</span>
      <span className="s-when" data-late={late}>
        {label !== '' && <span data-label={moment !== ''}>{t(`scan.waiting.${label}`)}</span>} {moment}
      </span>
      <Icon name="right" />
    </>
  );
  if (onOpen && code !== '')
    return (
      <button type="button" className="s-wait-row" onClick={() => onOpen(code)}>
        {content}
      </button>
    );
  return (
    <div className="s-wait-row" data-still>
      {content}
    </div>
  );
}

type Props = {
  profile: Profile;
  /** As the server counts it; null before its first answer. */
  here: Here | null;
  failed: boolean;
  /** What this device knows of. */
  known: readonly WaitingWork[];
  onOpen: (code: string) => void;
  /** Shown above the rows. */
  above?: ReactNode;
};

/**
 * What waits at this station, while nothing is open. A tap stands for a scan of the number, for whoever has no paper in hand. Without a
 * network it is what the device knows.
 */
export function Waiting({ profile, here, failed, known, onOpen, above }: Props) {
  const t = useT();
  const { number } = useFormat();
  const unit = WAITING_UNIT[profile];
  const rows = here?.rows ?? (failed ? known.slice(0, WAITING_ROWS).map(ofDevice) : []);
  const more = (here?.total ?? known.length) - rows.length;
  const list = useWholeRows(rows.length);
  if (!unit || (failed && known.length === 0 && !above)) return null;
  return (
    <div className="s-waiting" role="region" aria-label={t('scan.station.waiting')} aria-busy={here === null && !failed}>
      {above}
      <h3>
        {t('scan.station.waiting')}
        {here && here.total > 0 && (
          <b>
            {t(`scan.waiting.${unit}`, { count: here.total, number: number(here.total) })}
            {here.exact ? '' : '+'}
          </b>
        )}
      </h3>
      {here?.total === 0 && <p className="s-empty">{t('scan.waiting.none')}</p>}
      {/* Rows that cannot be pressed are reached by keyboard with their list. */}
      <ul ref={list} tabIndex={opensByNumber(profile) ? undefined : 0}>
        {rows.map((row) => (
          <li key={row.id}>
            <Row row={row} unit={unit} onOpen={opensByNumber(profile) ? onOpen : null} />
          </li>
        ))}
        {/* The rows of the dock are carriers, the number above counts parcels. */}
        {more > 0 && rows.length === WAITING_ROWS && profile !== 'shippingScan' && (
          <li className="s-wait-more">{t('scan.waiting.more', { count: more, number: number(more) })}</li>
        )}
      </ul>
    </div>
  );
}

type HereProps = { state: StationState; onOpen: (code: string) => void; onRecord: (reply: Reply, code: string) => void };

/** What waits here, as the server counts it or as this device knows it. */
export function WaitingHere({ state, onOpen, onRecord }: HereProps) {
  const read = useWaiting(state.profile);
  const known = useMemo(() => (read.failed ? waitingWork(state) : []), [read.failed, state]);
  const receipt = lastReceipt(state);
  return (
    <Waiting
      profile={state.profile}
      {...read}
      known={known}
      onOpen={onOpen}
      above={receipt && <ReceiptUnits receipt={receipt} onRecord={onRecord} />}
    />
  );
}
