import Button from 'antd/es/button';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Option } from '#contract/core/mask';
import { SETTLED } from '#contract/office/states';
import { dayKey } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { allowed } from '../../../providers/user.ts';
import { useDragItem } from '../drag/use-drag.ts';
import { useText } from '../field-context.ts';
import { asList, asNumber, asText, type Row } from '../kinds/kind.ts';
import { StatusTag } from '../kinds/StatusTag.tsx';

type ContentProps = { row: Row; area: string };

/** The content of a card below its title. */
function CardContent({ row, area }: ContentProps) {
  const t = useT();
  const [today] = useState(() => dayKey(Date.now()));
  const due = asText(row['dueDate']);
  const votes = asNumber(row['votes']);
  const late = due !== '' && due < today && !SETTLED.includes(asText(row['state']));
  return (
    <>
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
    </>
  );
}

type CardProps = ContentProps & {
  path: string;
  me: string;
  before: Option | undefined;
  after: Option | undefined;
  onMove: (id: string, state: string) => void;
};

export function Card({ row, area, path, me, before, after, onMove }: CardProps) {
  const t = useT();
  const text = useText();
  const id = asText(row['id']);
  const mayUpdate = allowed(`${area}.update`);
  const { item, link } = useDragItem(id, asText(row['state']), mayUpdate);
  const step = (to: Option | undefined, sign: string) =>
    mayUpdate && to ? (
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
    <li className="k-card" data-mine={row['assigneeId'] === me || undefined} data-pdf="card" {...item}>
      <Link to={`${path}/${encodeURIComponent(id)}`} {...link}>
        {asText(row['title'])}
      </Link>
      <CardContent row={row} area={area} />
      <footer data-pdf="hidden">
        {step(before, '‹')}
        {step(after, '›')}
      </footer>
    </li>
  );
}

/** The card shown under the pointer during a drag. */
export function CardOverlay({ row, area, me }: ContentProps & { me: string }) {
  return (
    <div className="k-card k-card-overlay" data-mine={row['assigneeId'] === me || undefined}>
      <b>{asText(row['title'])}</b>
      <CardContent row={row} area={area} />
      <footer>
        <span>‹</span>
        <span>›</span>
      </footer>
    </div>
  );
}
