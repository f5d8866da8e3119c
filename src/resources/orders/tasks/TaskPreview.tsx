import { fileAddress } from '../../../core/mask/kinds/file.tsx';
import { asText, isNothing } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { PreviewFacts } from '../../../core/mask/record/preview/PreviewFacts.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCommand } from './Command.tsx';
import { type HistoryLine, useOrderHistory } from './order-history.ts';
import { useReason } from './reason.ts';
import { useHappened } from './Timeline.tsx';
import { Waits } from './Waits.tsx';
import './task.css';

const LINES = 6;
const STEPS = 3;

function Line({ line }: { line: HistoryLine }) {
  const { number } = useFormat();
  const image = fileAddress(line.image);
  return (
    <li>
      {image ? <img className="p-image" src={image} alt="" loading="lazy" /> : <span className="p-image" />}
      <span className="p-words">
        <span>{line.name}</span>
        <small className="m-mono">{line.sku}</small>
      </span>
      <span className="m-figures">{number(line.ordered - line.cancelled)}</span>
    </li>
  );
}

/** An order beside its list: what it waits for first, its goods, and its last steps. */
export function TaskPreview({ mask, row }: PartProps) {
  const t = useT();
  const { relative, instant, number } = useFormat();
  const id = asText(row['id']);
  const query = useOrderHistory(id);
  const happened = useHappened();
  const reasonOf = useReason();
  const { run, host } = useCommand(mask, row);
  const history = query.data;
  if (query.isError && !history) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      {/* The fact that is missing first; the record lists them all. */}
      {history ? <Waits id={id} no={asText(row['no'])} history={{ ...history, missing: history.missing.slice(0, 1) }} run={run} /> : null}
      <PreviewFacts mask={mask} row={row} counted={[]} />
      {history ? null : <ListSkeleton rows={4} />}
      {history && history.lines.length > 0 ? (
        <section className="p-part">
          <header>
            <h3>{t('taskPage.goods')}</h3>
            {isNothing(row['pieces']) ? null : (
              <span>
                {t('tasks.fields.pieces')} {number(Number(row['pieces']))}
              </span>
            )}
          </header>
          <ul>
            {history.lines.slice(0, LINES).map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
        </section>
      ) : null}
      {history && history.events.length > 0 ? (
        <section className="p-part">
          <header>
            <h3>{t('taskPage.timeline')}</h3>
          </header>
          <ol className="p-steps">
            {history.events
              .toSorted((a, b) => b.at.localeCompare(a.at))
              .slice(0, STEPS)
              .map((event) => (
                <li key={event.id}>
                  <span>{[happened(event), event.reason && reasonOf(event.reason)].filter(Boolean).join(': ')}</span>
                  <small>
                    <time dateTime={event.at} title={instant(event.at)}>
                      {relative(event.at)}
                    </time>
                    {event.by ? ` · ${event.by}` : ''}
                  </small>
                </li>
              ))}
          </ol>
        </section>
      ) : null}
      {host}
    </>
  );
}
