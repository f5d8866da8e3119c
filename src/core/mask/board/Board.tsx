import Button from 'antd/es/button';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Mask, Option } from '#contract/core/mask';
import type { Filter } from '#contract/core/query';
import { SETTLED } from '#contract/office/states';
import { rowPath } from '../../../providers/data.ts';
import { useT } from '../../../providers/i18n.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useCall } from '../../../providers/use-call.ts';
import { allowed, useUser } from '../../../providers/user.ts';
import { SavePdfButton } from '../../pdf/SavePdfButton.tsx';
import { useInvalidate, useMask, useRows } from '../data.ts';
import { DragArea } from '../drag/DragArea.tsx';
import { useDropTarget } from '../drag/use-drag.ts';
import { useText } from '../field-context.ts';
import { asText, type Row } from '../kinds/kind.ts';
import { StatusTag } from '../kinds/StatusTag.tsx';
import { ListSkeleton, LoadError } from '../list/states.tsx';
import '../mask.css';
import { Card, CardOverlay } from './Card.tsx';
import './board.css';

/** Cards shown per column: all open ones up to the first limit, and the latest settled ones. */
const OPEN_SHOWN = 100;
const SETTLED_SHOWN = 15;
/** Columns are side by side, on narrow screens below each other. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const RANK: Record<string, number> = { urgent: 0, normal: 1, low: 2 };

const query = (states: readonly string[], limit: number, sort: string | null) => {
  const filters: Filter[] = [{ field: 'state', op: 'in', value: [...states] }];
  return { limit, cursor: null, search: '', sort, back: false, filters };
};

/** Sorts by own rows first, then by priority, then by due date. */
const inOrder = (rows: readonly Row[], me: string): Row[] => {
  const key = (row: Row): string =>
    [row['assigneeId'] === me ? 0 : 1, RANK[asText(row['priority'])] ?? 1, asText(row['dueDate']) || '9999', asText(row['createdAt'])].join(
      ' ',
    );
  return [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
};

type ColumnProps = Pick<BoardProps, 'path'> & {
  area: string;
  options: readonly Option[];
  index: number;
  rows: readonly Row[];
  me: string;
  onMove: (id: string, state: string) => void;
};

function Column({ area, options, index, rows, path, me, onMove }: ColumnProps) {
  const text = useText();
  const option = options[index];
  const target = useDropTarget(option?.value ?? '');
  if (!option) return null;
  return (
    <section aria-label={text(option.label)} {...target}>
      <h2 data-pdf="heading">
        <StatusTag meaning={option.meaning ?? 'closed'}>{text(option.label)}</StatusTag>{' '}
        <span className="m-figures m-quiet">{rows.length}</span>
      </h2>
      <ul>
        {rows.map((row) => (
          <Card
            key={asText(row['id'])}
            row={row}
            area={area}
            path={path}
            me={me}
            before={options[index - 1]}
            after={options[index + 1]}
            onMove={onMove}
          />
        ))}
      </ul>
    </section>
  );
}

type BoardProps = { mask: Mask; path: string; title: string };

function Columns({ mask, path, title }: BoardProps) {
  const call = useCall();
  const navigate = useNavigate();
  const t = useT();
  const text = useText();
  const me = useUser()?.id ?? '';
  const invalidate = useInvalidate();
  /** Target states of cards being moved, by id. Shown until the server has answered. */
  const [moving, setMoving] = useState<Readonly<Record<string, string>>>({});
  const [announcement, setAnnouncement] = useState('');
  const columns = useRef<HTMLDivElement>(null);
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
  const rows = [...inOrder(open.data.data, me), ...settled.data.data].map((row) => {
    const state = moving[asText(row['id'])];
    return state === undefined ? row : { ...row, state };
  });
  const move = async (id: string, state: string): Promise<void> => {
    const row = rows.find((one) => one['id'] === id);
    const option = options.find(({ value }) => value === state);
    if (!row || !option || row['state'] === state) return;
    setMoving((states) => ({ ...states, [id]: state }));
    try {
      await call('POST', `${rowPath(mask.area, id)}/move`, { body: { state }, intent: newIntent() });
      setAnnouncement(t('cards.moved', { title: asText(row['title']), state: text(option.label) }));
    } catch {
      // The call already showed the error. The card returns to the server's state.
    } finally {
      await invalidate(mask.area);
      // The card may have been moved on meanwhile.
      setMoving((states) => (states[id] === state ? Object.fromEntries(Object.entries(states).filter(([key]) => key !== id)) : states));
    }
  };
  const rowOf = (id: string): Row => rows.find((row) => row['id'] === id) ?? {};
  const onMove = (id: string, state: string): void => void move(id, state);
  return (
    <div className="k-board">
      <header>
        <h1>{title}</h1>
        <Link to={path}>{t('cards.list')}</Link>
        <span className="m-spring" />
        <SavePdfButton element={columns} title={title} note={t('cards.shown', { open: OPEN_SHOWN, settled: SETTLED_SHOWN })} />
        {allowed(`${mask.area}.create`) ? (
          <Button type="primary" onClick={() => void navigate(`${path}/new`)}>
            {t('cards.new')}
          </Button>
        ) : null}
        <span className="m-hidden" role="status">
          {announcement}
        </span>
      </header>
      <DragArea
        itemName={(id) => asText(rowOf(id)['title'])}
        targetName={(state) => text(options.find(({ value }) => value === state)?.label ?? '')}
        nextTarget={(state, key) => states[states.indexOf(state) + (STEPS[key] ?? 0)]}
        renderOverlay={(id) => <CardOverlay row={rowOf(id)} area={mask.area} me={me} />}
        onDrop={onMove}
      >
        <div className="k-columns" ref={columns}>
          {options.map((option, index) => (
            <Column
              key={option.value}
              area={mask.area}
              options={options}
              index={index}
              rows={rows.filter((row) => row['state'] === option.value)}
              path={path}
              me={me}
              onMove={onMove}
            />
          ))}
        </div>
      </DragArea>
    </div>
  );
}

/** The rows of an area as cards in columns by `state`. Cards are dragged by mouse, touch or keyboard, or moved by the buttons on them. */
export function Board({ mask: key, path, title }: { mask: string; path: string; title: string }) {
  const mask = useMask(key);
  if (mask.isError && !mask.data) return <LoadError error={mask.error} onRetry={() => void mask.refetch()} />;
  return mask.data ? <Columns mask={mask.data} path={path} title={title} /> : <ListSkeleton rows={8} />;
}
