import Button from 'antd/es/button';
import { type DragEvent, useState } from 'react';
import { Link } from 'react-router';
import type { Mask, Option } from '#contract/mask';
import { SETTLED } from '#contract/office/states';
import type { Filter } from '#contract/query';
import { formatDate } from '../../providers/format.ts';
import { call, newIntent } from '../../providers/http.ts';
import { useT } from '../../providers/i18n.ts';
import { allowed, useUser } from '../../providers/user.ts';
import { rowPath, useInvalidate, useMask, useRows } from '../data.ts';
import { useText } from '../field-context.ts';
import { asList, asNumber, asText, type Row } from '../kinds/kind.ts';
import { StatusTag } from '../kinds/StatusTag.tsx';
import { ListSkeleton, LoadError } from '../list/states.tsx';
import '../mask.css';
import './board.css';

/** What is open fits on a board; of what is settled the latest are enough. */
const OPEN_SHOWN = 100;
const SETTLED_SHOWN = 15;
const RANK: Record<string, number> = { urgent: 0, normal: 1, low: 2 };

const query = (states: readonly string[], limit: number, sort: string | null) => {
  const filters: Filter[] = [{ field: 'state', op: 'in', value: [...states] }];
  return { limit, cursor: null, search: '', sort, back: false, filters };
};

/** Mine first, then what is urgent, then what is due. */
const inOrder = (rows: readonly Row[], me: string): Row[] => {
  const key = (row: Row): string =>
    [row['assigneeId'] === me ? 0 : 1, RANK[asText(row['priority'])] ?? 1, asText(row['dueDate']) || '9999', asText(row['createdAt'])].join(
      ' ',
    );
  return [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
};

type CardProps = {
  row: Row;
  area: string;
  path: string;
  me: string;
  before: Option | undefined;
  after: Option | undefined;
  onMove: (id: string, state: string) => void;
};

function Card({ row, area, path, me, before, after, onMove }: CardProps) {
  const t = useT();
  const text = useText();
  const [today] = useState(() => formatDate(Date.now()));
  const id = asText(row['id']);
  const due = asText(row['dueDate']);
  const votes = asNumber(row['votes']);
  const late = due !== '' && due < today && !SETTLED.includes(asText(row['state']));
  const may = allowed(`${area}.update`);
  const step = (to: Option | undefined, sign: string) =>
    may && to ? (
      <Button
        size="small"
        type="text"
        aria-label={t('cards.move', { title: asText(row['title']), state: text(to.label) })}
        title={text(to.label)}
        onClick={() => onMove(id, to.value)}
      >
        {sign}
      </Button>
    ) : (
      <span />
    );
  return (
    <li
      draggable={may}
      data-mine={row['assigneeId'] === me || undefined}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', id);
        event.dataTransfer.effectAllowed = 'move';
      }}
    >
      <Link to={`${path}/${encodeURIComponent(id)}`} draggable={false}>
        {asText(row['title'])}
      </Link>
      <small className="m-quiet">
        <span className="m-mono">{asText(row['no'])}</span>
        {row['kind'] ? ` · ${t(`${area}.kinds.${asText(row['kind'])}`)}` : ''}
        {row['assigneeId'] ? ` · ${asText(row['assigneeIdLabel'])}` : ''}
        {votes ? ` · ${t('cards.votes', { count: votes })}` : ''}
      </small>
      {row['priority'] === 'urgent' || due !== '' || asList(row['tags']).length > 0 ? (
        <p>
          {row['priority'] === 'urgent' ? <StatusTag meaning="stop">{t('cards.urgent')}</StatusTag> : null}
          {due === '' ? null : (
            <StatusTag meaning={late ? 'stop' : 'closed'}>{t(late ? 'cards.late' : 'cards.due', { date: due })}</StatusTag>
          )}
          {asList(row['tags']).map((tag) => (
            <span key={tag} className="m-chip">
              {tag}
            </span>
          ))}
        </p>
      ) : null}
      <footer>
        {step(before, '‹')}
        {step(after, '›')}
      </footer>
    </li>
  );
}

type BoardProps = { mask: Mask; path: string; title: string };

function Columns({ mask, path, title }: BoardProps) {
  const t = useT();
  const text = useText();
  const me = useUser()?.id ?? '';
  const invalidate = useInvalidate();
  const [over, setOver] = useState('');
  const [said, setSaid] = useState('');
  const spec = mask.fields['state'];
  const options = spec?.kind === 'status' ? spec.options : [];
  const states = options.map(({ value }) => value);
  const open = useRows(
    mask.area,
    query(
      states.filter((state) => !SETTLED.includes(state)),
      OPEN_SHOWN,
      null,
    ),
  );
  const settled = useRows(
    mask.area,
    query(
      states.filter((state) => SETTLED.includes(state)),
      SETTLED_SHOWN,
      '-doneAt',
    ),
  );
  if (open.isError && !open.data) return <LoadError error={open.error} onRetry={() => void open.refetch()} />;
  if (!open.data || !settled.data) return <ListSkeleton rows={8} />;
  const rows = [...inOrder(open.data.data, me), ...settled.data.data];
  const move = async (id: string, state: string): Promise<void> => {
    const row = rows.find((one) => one['id'] === id);
    const option = options.find(({ value }) => value === state);
    if (!row || !option || row['state'] === state) return;
    try {
      await call('POST', `${rowPath(mask.area, id)}/move`, { body: { state }, intent: newIntent() });
      setSaid(t('cards.moved', { title: asText(row['title']), state: text(option.label) }));
    } catch {
      // Told where it happened; the card stays where the server has it.
    } finally {
      await invalidate(mask.area);
    }
  };
  const drop = (event: DragEvent, state: string): void => {
    event.preventDefault();
    setOver('');
    void move(event.dataTransfer.getData('text/plain'), state);
  };
  return (
    <div className="k-board">
      <header>
        <h1>{title}</h1>
        <Link to={path}>{t('cards.list')}</Link>
        {allowed(`${mask.area}.create`) ? <Link to={`${path}/new`}>{t('cards.new')}</Link> : null}
        <span className="m-hidden" role="status">
          {said}
        </span>
      </header>
      <div className="k-columns">
        {options.map((option, i) => {
          const own = rows.filter((row) => row['state'] === option.value);
          return (
            <section
              key={option.value}
              aria-label={text(option.label)}
              data-over={over === option.value || undefined}
              onDragOver={(event) => {
                event.preventDefault();
                setOver(option.value);
              }}
              onDragLeave={() => setOver('')}
              onDrop={(event) => drop(event, option.value)}
            >
              <h2>
                <StatusTag meaning={option.meaning ?? 'closed'}>{text(option.label)}</StatusTag>{' '}
                <span className="m-figures m-quiet">{own.length}</span>
              </h2>
              <ul>
                {own.map((row) => (
                  <Card
                    key={asText(row['id'])}
                    row={row}
                    area={mask.area}
                    path={path}
                    me={me}
                    before={options[i - 1]}
                    after={options[i + 1]}
                    onMove={(id, state) => void move(id, state)}
                  />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </div>
  );
}

/** The rows of an area as cards in columns by their `state`; dragged by mouse, moved by the buttons on a card. */
export function Board({ mask: key, path, title }: { mask: string; path: string; title: string }) {
  const mask = useMask(key);
  if (mask.isError && !mask.data) return <LoadError error={mask.error} onRetry={() => void mask.refetch()} />;
  return mask.data ? <Columns mask={mask.data} path={path} title={title} /> : <ListSkeleton rows={8} />;
}
