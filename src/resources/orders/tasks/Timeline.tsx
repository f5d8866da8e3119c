import { useMemo, useState } from 'react';
import { TASK_TEXTS } from '#contract/orders/texts';
import { asList } from '../../../core/mask/kinds/kind.ts';
import { useFormat } from '../../../providers/format.ts';
import { hasText, useLocale, useT } from '../../../providers/i18n.ts';
import { useUser } from '../../../providers/user.ts';
import { type HistoryEvent, type Scan, useScans } from './order-history.ts';
import { useReason } from './reason.ts';
import { Status } from './Waits.tsx';

type Entry = { id: string; at: string } & ({ event: HistoryEvent } | { scan: Scan });
/** Number of events shown at first. The others are folded. */
const SHOWN = 30;

/** What happened to a label, by what its event says of it. Without any of these it was created. */
const LABEL_EVENTS = { failed: 'labelFailed', voided: 'labelVoided', asked: 'labelAsked', labelNotBooked: 'labelNotBooked' } as const;
const labelEvent = (payload: HistoryEvent['payload']): string =>
  Object.entries(LABEL_EVENTS).find(([name]) => name in payload)?.[1] ?? 'label';

/** What an event of the history was, in the reader's words. */
export function useHappened(): (event: HistoryEvent) => string {
  const t = useT();
  const locale = useLocale();
  return ({ command, payload }) => {
    const acts = command === 'scan' ? asList(payload['acts']) : [];
    if (acts.length > 0) return acts.map((act) => t(`taskPage.acts.${act}`)).join(locale === 'cn' ? '、' : ', ');
    const key = TASK_TEXTS.happened(command === 'label' ? labelEvent(payload) : command);
    return hasText(key) ? t(key, payload) : t(TASK_TEXTS.happened('other'));
  };
}

/** The reason of a refused scan is a key of scan.json. Some of its sentences need parameters that the log does not store. */
function useRefusalText(): (why: string) => string {
  const t = useT();
  return (refusalText) => (refusalText === '' ? '' : t(`scan.refusals.${refusalText}`));
}

function When({ at }: { at: string }) {
  const { relative, instant } = useFormat();
  return (
    <time dateTime={at} title={instant(at)}>
      {relative(at)}
    </time>
  );
}

/** The history, newest first: who did what and why, and the resulting status. Staff also see the scans in between. */
export function Timeline({ id, events }: { id: string; events: readonly HistoryEvent[] }) {
  const t = useT();
  const house = useUser()?.merchantId === null;
  const happened = useHappened();
  const why = useRefusalText();
  const reasonOf = useReason();
  const scans = useScans(id, house).data;
  const [withScans, setWithScans] = useState(false);
  const [all, setAll] = useState(false);
  const entries = useMemo(() => {
    const both: Entry[] = events.map((event) => ({ id: event.id, at: event.at, event }));
    if (withScans) for (const scan of scans ?? []) both.push({ id: scan.id, at: scan.at, scan });
    return both.sort((a, b) => b.at.localeCompare(a.at));
  }, [events, scans, withScans]);
  return (
    <div>
      {house && (scans?.length ?? 0) > 0 ? (
        <label className="t-switch">
          <input type="checkbox" className="m-check" checked={withScans} onChange={(event) => setWithScans(event.target.checked)} />
          {t('taskPage.showScans', { count: scans?.length ?? 0 })}
        </label>
      ) : null}
      <ol className="t-timeline">
        {entries.slice(0, all ? undefined : SHOWN).map((entry) =>
          'event' in entry ? (
            <li key={entry.id}>
              <p>
                <b>{happened(entry.event)}</b>
                {entry.event.by ? ` · ${entry.event.by}` : ''}
              </p>
              {entry.event.reason ? <p className="t-reason">{reasonOf(entry.event.reason)}</p> : null}
              {entry.event.cancelReason || (entry.event.to && entry.event.to !== entry.event.from) ? (
                <p>
                  <span aria-hidden="true">→ </span>
                  <Status status={entry.event.to} cancelReason={entry.event.cancelReason} />
                </p>
              ) : null}
              <When at={entry.at} />
            </li>
          ) : (
            <li key={entry.id} className="t-scan" data-stop={entry.scan.outcome === 'applied' ? undefined : true}>
              <p>
                <span className="m-mono">{entry.scan.code}</span> · {t(`taskPage.acts.${entry.scan.act}`)}
                {entry.scan.undone ? ` · ${t('taskPage.undone')}` : ''}
              </p>
              {entry.scan.outcome === 'applied' ? null : (
                <p className="t-fault">{[t(`scans.outcomes.${entry.scan.outcome}`), why(entry.scan.why)].filter(Boolean).join(' · ')}</p>
              )}
              <p className="m-quiet">
                {[entry.scan.user, entry.scan.station].filter(Boolean).join(' · ')} <When at={entry.at} />
              </p>
            </li>
          ),
        )}
      </ol>
      {!all && entries.length > SHOWN ? (
        <button type="button" className="k-link-button" onClick={() => setAll(true)}>
          {t('taskPage.older', { count: entries.length - SHOWN })}
        </button>
      ) : null}
    </div>
  );
}
