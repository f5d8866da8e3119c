import { useState } from 'react';
import { Link } from 'react-router';
import { refusalText } from '#contract/scanning/station/feedback';
import { remedyText } from '#contract/scanning/station/remedies';
import { Icon } from '../../layout/icons.tsx';
import { mayOpen } from '../../providers/access.ts';
import { useLocale, useT } from '../../providers/i18n.ts';
import { recordPath } from '../../providers/routes.ts';
import { timeText, useFeedbackText } from '../controller/feedback-text.ts';
import type { Entry } from '../queue/entry.ts';
import { dismissScan, retryScan, useQueue } from '../queue/use-queue.ts';
import { Sheet } from './Sheet.tsx';

/** Reasons for sending a refused scan again or dismissing it. They are stored with the scan by name. */
const REASONS = { retry: ['putRight', 'office'], dismiss: ['doneBefore', 'doneAgain', 'mistake', 'aside'] } as const;
type Way = keyof typeof REASONS;

function Refused({ entry }: { entry: Entry }) {
  const t = useT();
  const say = useFeedbackText();
  const locale = useLocale();
  const [way, setWay] = useState<Way | null>(null);
  const reason = entry.verdict?.why ?? 'broken';
  const settle = (reason: string): void => {
    void (way === 'retry' ? retryScan(entry.id, reason) : dismissScan(entry.id, reason));
  };
  const path = recordPath('scans', entry.id, mayOpen);
  return (
    <li>
      <p>
        <strong>
          {say({
            key: refusalText(reason, entry.verdict?.params ?? {}),
            params: { code: entry.event.code, ...entry.context, ...entry.verdict?.params },
          })}
        </strong>
        <span>{t(remedyText(reason))}</span>
        <small>
          <time dateTime={entry.event.at}>{timeText(entry.at, locale)}</time> · {t(`scan.profiles.${entry.event.profile}.title`)} ·{' '}
          <code>{entry.event.code}</code>
          {path !== null && (
            <>
              {' · '}
              <Link to={path}>{t('scan.pending.log')}</Link>
            </>
          )}
        </small>
      </p>
      <div className="s-choices">
        {way === null ? (
          <>
            <button type="button" className="s-button" onClick={() => setWay('retry')}>
              <Icon name="send" /> {t('scan.pending.retry')}
            </button>
            <button type="button" className="s-button" onClick={() => setWay('dismiss')}>
              <Icon name="check" /> {t('scan.pending.dismiss')}
            </button>
          </>
        ) : (
          <>
            {REASONS[way].map((reason) => (
              <button key={reason} type="button" className="s-button" onClick={() => settle(reason)}>
                {t(`scan.pending.reasons.${reason}`)}
              </button>
            ))}
            <button type="button" className="s-button" onClick={() => setWay(null)}>
              {t('buttons.cancel')}
            </button>
          </>
        )}
      </div>
    </li>
  );
}

/** Scans that the server refused. None is dropped; each is listed until a person has dealt with it. */
export function PendingScans({ onClose }: { onClose: () => void }) {
  const t = useT();
  const refusedScans = useQueue((queue) => queue.refusedScans);
  return (
    <Sheet title={t('scan.pending.title')} onClose={onClose} side>
      {refusedScans.length === 0 ? (
        <p className="s-empty">{t('scan.pending.empty')}</p>
      ) : (
        <ul className="s-tray">
          {refusedScans.map((entry) => (
            <Refused key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Sheet>
  );
}
