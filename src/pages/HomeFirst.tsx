import Button from 'antd/es/button';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { FirstReason, Home } from '#contract/core/home';
import { isDay } from '#contract/core/written-day';
import { useLinkTo } from '../core/mask/area-paths.ts';
import { useConfirmText } from '../core/mask/confirm-text.ts';
import { titleOf } from '../core/mask/data.ts';
import { useFields, useText } from '../core/mask/field-context.ts';
import { asText, isNothing, type Row } from '../core/mask/kinds/kind.ts';
import { Cell } from '../core/mask/kinds/registry.tsx';
import { Whole } from '../core/mask/kinds/Whole.tsx';
import { fillPath } from '../core/mask/list/fill-path.ts';
import { lazyPart } from '../providers/chunks.ts';
import { dayKey, formatTime, useFormat } from '../providers/format.ts';
import { useT } from '../providers/i18n.ts';
import { useReason } from '../resources/orders/tasks/reason.ts';
import { listAddress } from './home.ts';
import '../core/mask/record/read/read.css';
import './home-first.css';

const HomeHelp = lazyPart(async () => (await import('./HomeHelp.tsx')).HomeHelp);

type First = NonNullable<Home['first']>;
type Part = First['lists'][number];
type Props = { part: Part; row: Row; reason: FirstReason | undefined; today: string };

/** Whether a day (YYYY-MM-DD) is before today, or an instant before now. */
const isLate = (due: string, today: string, now = Date.now()): boolean => (isDay(due) ? due < today : Date.parse(due) < now);

/** By when something is to be done: “late since Fri 27 Nov 17:00”, “DHL Paket 16:30”, “by Mon 30 Nov”. Of today, the time is enough. */
function useDueText(): (due: string, by: string, today: string) => string {
  const t = useT();
  const { day } = useFormat();
  return (due, by, today) => {
    const on = dayKey(due);
    const date = isDay(due) ? day(due) : on === today ? formatTime(due) : `${day(on)} ${formatTime(due)}`;
    if (isLate(due, today)) return t('home.until.late', { date });
    return by ? `${by} ${date}` : t('home.until.by', { date });
  };
}

/** Why the row stands there, in a sentence, with what a person wrote about it below. */
function ReasonText({ part, row, reason }: Props & { reason: FirstReason }) {
  const t = useT();
  const { day } = useFormat();
  const reasonOf = useReason();
  const filled = useConfirmText(part.list);
  // A next step of the record names values of its row; the other sentences bring their values.
  const isOwn = Object.keys(reason.values).length > 0 || reason.day !== null;
  const sentence =
    isOwn && typeof reason.text === 'string'
      ? t(reason.text, { ...reason.values, day: reason.day ? day(reason.day) : '' })
      : filled(reason.text, [row]);
  const written = reasonOf(reason.reason);
  return (
    <>
      <span className="h-why">
        <Whole text={sentence} />
      </span>
      {written ? (
        <small>
          <Whole text={written} />
        </small>
      ) : null}
    </>
  );
}

/** A value of the row. The row leads to its record, so a reference in it is no link of its own. */
function Value({ list, row, column }: { list: Part['list']; row: Row; column: string }) {
  const field = useFields();
  const spec = list.fields[column];
  if (!spec || isNothing(row[column])) return null;
  if (spec.kind === 'reference') return <span>{asText(row[`${column}Label`])}</span>;
  return <Cell value={row[column]} field={field(column, spec, row)} compact />;
}

function FirstRow(props: Props & { onHelp: (reason: FirstReason) => void }) {
  const { part, row, reason, today, onHelp } = props;
  const { list } = part;
  const t = useT();
  const text = useText();
  const dueText = useDueText();
  const navigate = useNavigate();
  const path = useLinkTo()(list.area, asText(row['id']));
  const goal = reason?.action?.path ? fillPath(reason.action.path, row) : path;
  const name = titleOf(row);
  const verb = reason?.action ? text(reason.action.label) : t('home.open');
  const [key = '', ...others] = list.columns;
  return (
    <tr data-open={path ? true : undefined} onClick={() => path && void navigate(path)}>
      <td data-column="key">
        {path ? (
          <Link to={path} onClick={(event) => event.stopPropagation()} aria-label={name}>
            <Value list={list} row={row} column={key} />
          </Link>
        ) : (
          <Value list={list} row={row} column={key} />
        )}
        <small>{t(`home.tiles.${part.tile}`)}</small>
      </td>
      <td data-column="about">
        {others.map((column) => (
          <div key={column}>
            <Value list={list} row={row} column={column} />
          </div>
        ))}
      </td>
      <td data-column="why">{reason ? <ReasonText {...props} reason={reason} /> : null}</td>
      <td data-column="due" data-late={reason?.due && isLate(reason.due, today) ? true : undefined}>
        {reason?.due ? dueText(reason.due, reason.by, today) : null}
      </td>
      <td data-column="act">
        {goal ? (
          <Button
            size="small"
            aria-label={`${verb}: ${name}`}
            onClick={(event) => {
              event.stopPropagation();
              if (reason?.action?.does) onHelp(reason);
              else void navigate(goal);
            }}
          >
            {verb}
          </Button>
        ) : null}
      </td>
    </tr>
  );
}

/** The most urgent rows: why each stands there, by when, and the button that helps, at once where no other page is needed. */
export function HomeFirst({ tiles, first, today }: { tiles: Home['tiles']; first: First; today: string }) {
  const t = useT();
  const { number } = useFormat();
  const navigate = useNavigate();
  const linkTo = useLinkTo();
  // Counted, so that the same button can be pressed again after its dialog was closed.
  const [help, setHelp] = useState<{ part: Part; reason: FirstReason; n: number } | null>(null);
  const counted = tiles.filter(({ key }) => first.lists.some(({ tile }) => tile === key));
  const rows = first.order.flatMap(({ tile, id }) => {
    const part = first.lists.find((one) => one.tile === tile);
    const row = part?.list.rows.find((one) => one['id'] === id);
    return part && row ? [{ part, row, reason: part.reasons.find((reason) => reason.id === id) }] : [];
  });
  return (
    <section className="r-card r-related h-first">
      <header>
        <h2>{t('home.first')}</h2>
        <span className="h-all">
          {counted.map((tile) => (
            <Link key={tile.key} to={listAddress(tile)}>
              {t(`home.tiles.${tile.key}`)} <span className="m-figures">{`${number(tile.count)}${tile.exact ? '' : '+'}`}</span>
            </Link>
          ))}
        </span>
      </header>
      <table>
        <thead>
          <tr>
            {(['what', 'about', 'why', 'due', 'act'] as const).map((column) => (
              <th key={column} scope="col" data-column={column}>
                <span>{t(`home.head.${column}`)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ part, row, reason }) => (
            <FirstRow
              key={asText(row['id'])}
              part={part}
              row={row}
              reason={reason}
              today={today}
              onHelp={(next) => setHelp({ part, reason: next, n: (help?.n ?? 0) + 1 })}
            />
          ))}
        </tbody>
      </table>
      {help?.reason.action?.does ? (
        <HomeHelp
          key={help.n}
          mask={help.part.mask}
          area={help.part.list.area}
          reason={help.reason}
          does={help.reason.action.does}
          onNothing={() => {
            setHelp(null);
            const path = linkTo(help.part.list.area, help.reason.id);
            if (path) void navigate(path);
          }}
        />
      ) : null}
    </section>
  );
}
