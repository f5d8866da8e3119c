import { useEffect, useRef } from 'react';
import type { view } from '#contract/scan/station/view';
import { Icon } from '../../layout/icons.tsx';
import { useLocale, useT } from '../../providers/i18n.ts';
import { timeOf, useSay } from '../desk/words.ts';
import { SOUND_ICONS, State } from './VerdictCard.tsx';

type View = ReturnType<typeof view>;
type Line = View['lines'][number];

const LINE_ICONS: Record<Line['state'], string> = { open: 'scan', now: 'flag', blocked: 'stop', short: 'warning' };
const stateOf = (line: Line): Line['state'] | 'complete' => (line.complete ? 'complete' : line.state);

/** What the open work consists of. */
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
    <section className="s-lines" aria-label={t('scan.desk.lines')}>
      <h2>{t('scan.desk.lines')}</h2>
      {lines.length === 0 && <p className="s-empty">{t('scan.desk.noLines')}</p>}
      <ul tabIndex={0} aria-label={t('scan.desk.lines')}>
        {lines.map((line) => {
          const state = stateOf(line);
          return (
            <li key={line.id} ref={line.id === due ? now : null} data-state={state}>
              <Icon name={state === 'complete' ? 'check-circle' : LINE_ICONS[line.state]} />
              <div>
                <code>{line.text}</code>
                <span>{line.name}</span>
              </div>
              {line.place !== '' && <code className="s-place">{line.place}</code>}
              <b>{line.expected === null ? line.done : `${line.done}/${line.expected}`}</b>
              <span className="k-hidden">{t(`scan.lineStates.${state}`)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type LastProps = { last: View['last']; undoable: string | null; onUndo: () => void };

/** The last scans, with what became of each; the one that undo takes back carries the way to do so. */
export function LastScans({ last, undoable, onUndo }: LastProps) {
  const t = useT();
  const locale = useLocale();
  const say = useSay();
  return (
    <section className="s-last" aria-label={t('scan.desk.last')}>
      <h2>{t('scan.desk.last')}</h2>
      {last.length === 0 && <p className="s-empty">{t('scan.desk.noScans')}</p>}
      <ol tabIndex={0} aria-label={t('scan.desk.last')}>
        {last.map((scan) => (
          <li key={scan.key} data-outcome={scan.outcome} data-state={scan.state}>
            <Icon name={SOUND_ICONS[scan.outcome]} />
            <div>
              <span>{say(scan.say)}</span>
              <small>
                <time dateTime={scan.at}>{timeOf(scan.at, locale)}</time>
                <code>{scan.code}</code>
                <State scan={scan} text={t(`scan.shortStates.${scan.state}`)} />
              </small>
            </div>
            {scan.key === undoable && (
              <button type="button" className="s-icon" aria-label={t('scan.commands.undo')} onClick={onUndo}>
                <Icon name="rollback" />
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
