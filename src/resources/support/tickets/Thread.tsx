import { Link } from 'react-router';
import { STAFF_TYPE_ABOVE } from '#contract/core/limits';
import { Papers } from '../../../core/charts/Papers.tsx';
import { useLinkTo } from '../../../core/mask/area-paths.ts';
import { useInvalidate } from '../../../core/mask/data.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { LoadError } from '../../../core/mask/list/states.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useT } from '../../../providers/i18n.ts';
import { allowed, useUserStore } from '../../../providers/user.ts';
import { Answer, dropTarget } from './Answer.tsx';
import { Rating } from './Rating.tsx';
import { ThreadEntry } from './ThreadEntry.tsx';
import { ThreadSkeleton } from './ThreadSkeleton.tsx';
import { useThread } from './thread.ts';
import { useAttachments } from './use-attachments.ts';
import './tickets.css';

/** Where a merged ticket is continued. Answers are written there, in sight of what was said meanwhile. */
function Continued({ row }: Pick<PartProps, 'row'>) {
  const t = useT();
  const to = useLinkTo()('tickets', asText(row['mergedIntoId']));
  if (!row['mergedIntoId']) return null;
  const [no = ''] = asText(row['mergedIntoIdLabel']).split(' · ');
  const words = t('tickets.page.continued', { no });
  return <p className="k-continued">{to ? <Link to={to}>{words}</Link> : words}</p>;
}

/** The conversation of a ticket: the question, all answers, and a field for the next. */
export function Thread({ row }: PartProps) {
  const invalidate = useInvalidate();
  const attachments = useAttachments();
  const house = useUserStore((state) => (state.user?.type ?? 0) > STAFF_TYPE_ABOVE && !state.user?.merchantId);
  const id = asText(row['id']);
  const query = useThread(id);
  if (query.isError && !query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <ThreadSkeleton />;
  const refresh = () => Promise.all([query.refetch(), invalidate('tickets')]);
  const mayAnswer = allowed('tickets.update');
  return (
    <div className="f-page">
      <Papers row={row} papers={[['tasks', 'taskId', 'services.papers.order']]} />
      <section {...(mayAnswer ? dropTarget(attachments.add) : {})}>
        <h2>{asText(row['subject'])}</h2>
        <Continued row={row} />
        <ol className="k-thread">
          {query.data.map((message) => (
            <ThreadEntry key={message.id} message={message} />
          ))}
        </ol>
        {mayAnswer && !house ? <Rating key={asText(row['ratedAt'])} row={row} onRated={refresh} /> : null}
        {mayAnswer && !row['mergedIntoId'] ? <Answer id={id} house={house} attachments={attachments} onSent={refresh} /> : null}
      </section>
    </div>
  );
}
