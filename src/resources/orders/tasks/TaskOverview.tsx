import { useState } from 'react';
import { Link } from 'react-router';
import { collectedWithText } from '#contract/channels/channel-orders';
import type { TaskStatus } from '#contract/orders/statuses';
import { TASK_TEXTS } from '#contract/orders/texts';
import { Changes } from '../../../core/charts/Changes.tsx';
import { Papers } from '../../../core/charts/Papers.tsx';
import { countryName } from '../../../core/mask/kinds/country.ts';
import { fileAddress } from '../../../core/mask/kinds/file.tsx';
import { asText, isRecord } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { LeadLine } from '../../../core/mask/record/read/Lead.tsx';
import { usePhone } from '../../../core/mask/use-room.ts';
import { LoadingBoundary, lazyPart } from '../../../providers/chunks.ts';
import { dayKey, formatTime, useFormat } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { Availability } from './Availability.tsx';
import { useCommand } from './Command.tsx';
import { Goods } from './Goods.tsx';
import { type OrderHistory, useOrderHistory } from './order-history.ts';
import { Parcels } from './Parcels.tsx';
import { useReason } from './reason.ts';
import { Timeline } from './Timeline.tsx';
import { Transit } from './Transit.tsx';
import { Status, Waits } from './Waits.tsx';
import './task.css';

const CarrierChoice = lazyPart(async () => (await import('./CarrierChoice.tsx')).CarrierChoice);
const ReturnLabel = lazyPart(async () => (await import('./ReturnLabel.tsx')).ReturnLabel);
const ReturnPieces = lazyPart(async () => (await import('./ReturnPieces.tsx')).ReturnPieces);

const isGiven = (value: unknown): boolean => isRecord(value) && Object.entries(value).some(([name, part]) => name !== 'country' && part);

/** An address as on a letter. A fault is marked with its reason. */
function AddressCard({ title, value, fault }: { title: string; value: unknown; fault: string | null }) {
  const locale = useLocale();
  const part = (name: string): string => (isRecord(value) ? asText(value[name]) : '');
  const lines = [
    part('name1'),
    part('name2'),
    [part('streetName'), part('streetNumber')].filter(Boolean).join(' '),
    part('addition'),
    [part('zip'), part('city')].filter(Boolean).join(' '),
    part('country') && countryName(part('country'), locale),
    part('phone'),
    part('email'),
  ].filter(Boolean);
  if (lines.length === 0 && fault === null) return null;
  return (
    <address className="t-address" data-stop={fault === null ? undefined : true}>
      <h3>{title}</h3>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {fault === null ? null : <strong className="t-fault">{fault}</strong>}
    </address>
  );
}

function Related({ tasks, path }: { tasks: OrderHistory['children']; path: string }) {
  const t = useT();
  return (
    <ul className="t-children">
      {tasks.map((child) => (
        <li key={child.id}>
          <Link to={`${path}/${child.id}`} className="m-mono">
            {child.no}
          </Link>
          {t(TASK_TEXTS.kind(child.kind))} <Status status={child.status} cancelReason={child.cancelReason} />
        </li>
      ))}
    </ul>
  );
}

/** Facts below the title: merchant, time of the current status, cut-off. */
function Head({ row, history, path }: { row: PartProps['row']; history: OrderHistory; path: string }) {
  const { events, collectedWith } = history;
  const t = useT();
  const reasonOf = useReason();
  const { relative, instant, minute, money, day } = useFormat();
  const [now] = useState(() => Date.now());
  const amount = (name: string): string => {
    const value = row[name];
    return typeof value === 'number' ? money(value, asText(row['currency'])) : '';
  };
  const proof = fileAddress(row['proofFile']);
  const title = (name: string): string => asText(row[`${name}Label`]);
  const cancelled = events.find(({ cancelReason }) => cancelReason !== '');
  const cutOff = asText(row['cutOffAt']);
  const isMissed = cutOff !== '' && Date.parse(cutOff) < now;
  // Once it has left or is cancelled, when the carrier was to come is past.
  const leaves =
    cutOff === '' || row['actualShipAt'] || asText(row['cancelReason']) !== ''
      ? undefined
      : t(isMissed ? 'taskPage.cutOffMissed' : 'taskPage.cutOff', {
          at: dayKey(cutOff) === dayKey(now) ? formatTime(cutOff) : `${day(dayKey(cutOff))} ${formatTime(cutOff)}`,
        });
  const facts: { label: string; value: string; exact?: string; note?: string | undefined }[] = [
    { label: 'tasks.fields.merchantId', value: title('merchantId') },
    { label: 'tasks.fields.refOrderId', value: asText(row['refOrderId']) },
    { label: 'tasks.fields.retourNo', value: row['kind'] === 'retour' ? asText(row['retourNo']) : '' },
    { label: 'tasks.fields.parentId', value: row['kind'] === 'retour' ? title('parentId') : '' },
    { label: 'tasks.fields.carrierId', value: title('carrierId'), note: leaves },
    { label: 'tasks.fields.codAmount', value: amount('codAmount') },
    { label: 'tasks.fields.insuredAmount', value: amount('insuredAmount') },
    { label: 'tasks.fields.statusSince', value: relative(asText(row['statusSince'])), exact: instant(asText(row['statusSince'])) },
    { label: 'tasks.fields.cutOffAt', value: cutOff !== '' && title('carrierId') === '' ? minute(cutOff) : '' },
    { label: 'tasks.fields.deliveredAt', value: row['deliveredAt'] ? minute(asText(row['deliveredAt'])) : '' },
    { label: 'tasks.fields.receivedBy', value: asText(row['receivedBy']) },
    { label: 'tasks.fields.priority', value: row['priority'] === 'normal' ? '' : t(`tasks.priorities.${asText(row['priority'])}`) },
    { label: 'tasks.fields.remark', value: asText(row['remark']) },
  ];
  const reason = reasonOf(asText(row['cancelReason']));
  const strip = (
    <dl className="r-facts">
      {facts.map(({ label, value, exact, note }) =>
        value === '' ? null : (
          <div key={label} title={exact}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
            {note ? (
              <dd className="r-note" data-meaning={isMissed ? 'stop' : undefined}>
                {note}
              </dd>
            ) : null}
          </div>
        ),
      )}
      {collectedWith ? (
        <div>
          <dt>{t('tasks.fields.codAmount')}</dt>
          <dd>
            {collectedWith.id === null ? (
              t(collectedWithText(collectedWith), { no: collectedWith.no })
            ) : (
              <Link to={`${path}/${collectedWith.id}`}>{t(collectedWithText(collectedWith), { no: collectedWith.no })}</Link>
            )}
          </dd>
        </div>
      ) : null}
      {proof ? (
        <div>
          <dt>{t('tasks.fields.proofFile')}</dt>
          <dd>
            <a href={proof} target="_blank" rel="noopener noreferrer">
              {t('shell.open')}
            </a>
          </dd>
        </div>
      ) : null}
    </dl>
  );
  if (reason === '') return strip;
  const note = [cancelled?.by, cancelled && instant(cancelled.at)].filter(Boolean).join(' · ');
  return (
    <>
      <LeadLine label={t('tasks.fields.cancelReason')} text={reason} note={note} />
      {strip}
    </>
  );
}

/** The overview of a task: what it is waiting for, progress of goods and parcels, history. */
export function TaskOverview({ mask, row, path }: PartProps) {
  const t = useT();
  const id = asText(row['id']);
  const query = useOrderHistory(id);
  const reasonOf = useReason();
  const { run, host } = useCommand(mask, row);
  const phone = usePhone();
  if (query.isError && !query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  const history = query.data;
  if (!history) return <ListSkeleton rows={6} />;
  const kind = asText(row['kind']);
  const wrong = history.blockers.find((blocker) => blocker.kind === 'wrongAddress');
  const fault = wrong ? reasonOf(wrong.reason) || t(TASK_TEXTS.status('wrongAddress' satisfies TaskStatus)) : null;
  // What happens next stands first where one screen does not hold both.
  const waits = history.transit ? (
    <Transit history={history} transit={history.transit} run={run} />
  ) : (
    <Waits id={id} no={asText(row['no'])} history={history} run={run} />
  );
  return (
    <div className="t-page">
      {phone ? waits : null}
      <Head row={row} history={history} path={path} />
      {phone ? null : waits}
      <Availability history={history} run={run} />
      <div className="t-columns">
        <div>
          {kind === 'transportLabel' && history.lines.length === 0 ? null : (
            <section className="r-card">
              <h2>{t('taskPage.goods')}</h2>
              <Goods lines={history.lines} kind={kind} />
            </section>
          )}
          {kind === 'retour' ? (
            <section className="r-card">
              <h2>{t('taskPage.return.pieces')}</h2>
              <LoadingBoundary fallback={<ListSkeleton rows={3} />}>
                <ReturnPieces id={id} history={history} status={asText(row['status'])} />
              </LoadingBoundary>
            </section>
          ) : null}
          {kind === 'retour' ? (
            <section className="r-card">
              <h2>{t('taskPage.return.label')}</h2>
              <LoadingBoundary fallback={<ListSkeleton rows={1} />}>
                <ReturnLabel id={id} history={history} status={asText(row['status'])} />
              </LoadingBoundary>
            </section>
          ) : null}
          {kind !== 'retour' && history.parcels.length > 0 ? (
            <section className="r-card">
              <h2>{t('taskPage.parcels')}</h2>
              <Parcels taskId={id} parcels={history.parcels} />
            </section>
          ) : null}
          {history.choice ? (
            <LoadingBoundary fallback={<ListSkeleton rows={2} />}>
              <CarrierChoice choice={history.choice} />
            </LoadingBoundary>
          ) : null}
          {isGiven(row['consignee']) || isGiven(row['consignor']) || fault ? (
            <section className="r-card">
              <h2>{t('taskPage.addresses')}</h2>
              <div className="t-addresses">
                <AddressCard title={t('tasks.fields.consignee')} value={row['consignee']} fault={fault} />
                <AddressCard title={t('tasks.fields.consignor')} value={row['consignor']} fault={null} />
              </div>
            </section>
          ) : null}
          {kind === 'transportLabel' && row['source'] === 'transportQuote' ? (
            <Papers row={row} papers={[['transportQuotes', 'parentId', 'services.papers.quote']]} />
          ) : null}
          {kind === 'transportLabel' ? <Changes id={id} area="transportQuotes" /> : null}
          {history.children.length > 0 ? (
            <section className="r-card">
              <h2>{t('taskPage.children')}</h2>
              <Related tasks={history.children} path={path} />
            </section>
          ) : null}
        </div>
        <section className="r-card">
          <h2>{t('taskPage.timeline')}</h2>
          <Timeline id={id} events={history.events} />
        </section>
      </div>
      {host}
    </div>
  );
}
