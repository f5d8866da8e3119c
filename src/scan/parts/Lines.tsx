import { memo, type RefObject, useEffect, useRef } from 'react';
import type { Locale } from '#contract/core/limits';
import type { view } from '#contract/scanning/station/station-view';
import { Icon } from '../../layout/icons.tsx';
import { type Translate, useLocale, useT } from '../../providers/i18n.ts';
import { type Say, timeText, useFeedbackText } from '../controller/feedback-text.ts';
import { SOUND_ICONS, State } from './VerdictCard.tsx';
import './lines.css';

type View = ReturnType<typeof view>;
type Line = View['lines'][number];

const LINE_ICONS: Record<Line['state'], string> = { open: 'scan', now: 'flag', blocked: 'stop', short: 'warning' };
const stateOf = (line: Line): Line['state'] | 'complete' => (line.complete ? 'complete' : line.state);

type RowProps = Pick<Line, 'text' | 'name' | 'place' | 'done' | 'expected'> & {
  state: ReturnType<typeof stateOf>;
  t: Translate;
  /** Set on the line that is due. */
  now: RefObject<HTMLLIElement | null> | null;
};

/** Memoised: a scan changes one or two lines of many. */
const LineRow = memo(function LineRow({ text, name, place, done, expected, state, t, now }: RowProps) {
  return (
    <li ref={now} data-state={state}>
      <Icon name={state === 'complete' ? 'check-circle' : LINE_ICONS[state]} />
      <div>
        <code>{text}</code>
        <span>{name}</span>
      </div>
      {place !== '' && <code className="s-place">{place}</code>}
      <b>{expected === null ? done : `${done}/${expected}`}</b>
      <span className="k-hidden">{t(`scan.lineStates.${state}`)}</span>
    </li>
  );
});

/** The lines of the open work. */
export function Lines({ lines }: { lines: View['lines'] }) {
  const t = useT();
  const now = useRef<HTMLLIElement>(null);
  const due = lines.find(({ state }) => state === 'now')?.id;
  useEffect(
    function showLine() {
      if (due !== undefined) now.current?.scrollIntoView({ block: 'nearest' });
    },
    [due],
  );
  return (
    <section className="s-lines" aria-label={t('scan.station.lines')}>
      <h2>{t('scan.station.lines')}</h2>
      {lines.length === 0 && <p className="s-empty">{t('scan.station.noLines')}</p>}
      <ul tabIndex={0} aria-label={t('scan.station.lines')}>
        {lines.map((line) => (
          <LineRow
            key={line.id}
            text={line.text}
            name={line.name}
            place={line.place}
            done={line.done}
            expected={line.expected}
            state={stateOf(line)}
            t={t}
            now={line.id === due ? now : null}
          />
        ))}
      </ul>
    </section>
  );
}

type Scan = View['last'][number];
type ScanProps = Pick<Scan, 'outcome' | 'state' | 'at' | 'code'> & {
  sayKey: string;
  params: Scan['say']['params'];
  onUndo: (() => void) | null;
  locale: Locale;
  t: Translate;
  say: Say;
};

/** Memoised: rendered again only when the state of the scan changes. */
const ScanRow = memo(function ScanRow({ outcome, state, at, code, sayKey, params, onUndo, locale, t, say }: ScanProps) {
  return (
    <li data-outcome={outcome} data-state={state}>
      <Icon name={SOUND_ICONS[outcome]} />
      <div>
        <span>{say({ key: sayKey, params })}</span>
        <small>
          <time dateTime={at}>{timeText(at, locale)}</time>
          <code>{code}</code>
          <State scan={{ state, outcome }} text={t(`scan.shortStates.${state}`)} />
        </small>
      </div>
      {onUndo && (
        <button type="button" className="s-icon" aria-label={t('scan.commands.undo')} onClick={onUndo}>
          <Icon name="rollback" />
        </button>
      )}
    </li>
  );
});

type LastProps = { last: View['last']; undoable: string | null; onUndo: () => void };

/** The last scans with their states. The scan that undo would take back has an undo button. */
export function LastScans({ last, undoable, onUndo }: LastProps) {
  const t = useT();
  const locale = useLocale();
  const say = useFeedbackText();
  return (
    <section className="s-last" aria-label={t('scan.station.last')}>
      <h2>{t('scan.station.last')}</h2>
      {last.length === 0 && <p className="s-empty">{t('scan.station.noScans')}</p>}
      <ol tabIndex={0} aria-label={t('scan.station.last')}>
        {last.map((scan) => (
          <ScanRow
            key={scan.key}
            outcome={scan.outcome}
            state={scan.state}
            at={scan.at}
            code={scan.code}
            sayKey={scan.say.key}
            params={scan.say.params}
            onUndo={scan.key === undoable ? onUndo : null}
            locale={locale}
            t={t}
            say={say}
          />
        ))}
      </ol>
    </section>
  );
}
