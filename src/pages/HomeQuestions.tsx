import { type ReactNode } from 'react';
import { Link } from 'react-router';
import type { HomeQuestion, QuestionOf } from '#contract/core/home';
import { AgeBars } from '../core/charts/AgeBars.tsx';
import { Bar } from '../core/charts/Bar.tsx';
import { Days } from '../core/charts/Days.tsx';
import { lazyPart } from '../providers/chunks.ts';
import { useFormat } from '../providers/format.ts';
import { useT } from '../providers/i18n.ts';
import { usualOf } from './home.ts';

const CutOffs = lazyPart(async () => (await import('../resources/shipping/loading-lists/CutOffs.tsx')).CutOffs);

/** A card: the question, the figures of its answer, and in one sentence what they say. */
function Card({ question, finding, children }: { question: HomeQuestion; finding?: string | null; children: ReactNode }) {
  const t = useT();
  const { key, path } = question;
  return (
    <section className="h-card" aria-labelledby={`home-${key}`}>
      <header>
        <h2 id={`home-${key}`}>{t(`home.questions.${key}`)}</h2>
        <Link to={path}>{t(`home.links.${key}`)}</Link>
      </header>
      {children}
      {finding ? <p className="h-finding">{finding}</p> : null}
    </section>
  );
}

function DaysCard({ question, today }: { question: QuestionOf<'days'>; today: string }) {
  const t = useT();
  const { number } = useFormat();
  const { key, points, more } = question;
  const usual = usualOf(points, today);
  const now = points.find(({ at }) => at === today)?.value ?? 0;
  const finding = (): string | null => {
    if (key !== 'workload') return null;
    const values = { shipped: number(now), open: number(more), usual: number(usual), over: number(now + more - (usual ?? 0)) };
    if (usual === null) return t('home.finding.today', values);
    return t(now + more > usual ? 'home.finding.overUsual' : 'home.finding.withinUsual', values);
  };
  const line = usual === null ? null : { value: usual, label: t('home.usual', { n: number(usual) }) };
  return (
    <Card question={question} finding={finding()}>
      <Days points={points} today={today} more={more} limit={line} label={t(`home.charts.${key}`)} />
    </Card>
  );
}

function PartsCard({ question }: { question: QuestionOf<'parts'> }) {
  const t = useT();
  const { money } = useFormat();
  const { key, parts, currency } = question;
  const shown = (value: number): string => money(value, currency ?? 'EUR');
  const late = parts.filter(({ meaning }) => meaning === 'stop').reduce((sum, { value }) => sum + value, 0);
  return (
    <Card question={question} finding={late > 0 ? t(`home.finding.${key}`, { amount: shown(late) }) : t(`home.finding.${key}None`)}>
      <AgeBars title="" parts={parts.map(({ label, value, ...part }) => ({ ...part, value, label: t(label), text: shown(value) }))} />
    </Card>
  );
}

function ShortagesCard({ question }: { question: QuestionOf<'shortages'> }) {
  const t = useT();
  const { number } = useFormat();
  const { items, total, path } = question;
  const finding = total === 0 ? t('home.finding.noShortages') : t('home.finding.shortages', { count: total });
  return (
    <Card question={question} finding={finding}>
      <ul className="h-shortages">
        {items.map(({ id, sku, name, free, minStock, incoming }) => (
          <li key={id}>
            <Link to={`${path}/${id}`}>
              {name} <small>{sku}</small>
            </Link>
            <Bar of={minStock} parts={[{ value: Math.max(0, free), meaning: 'wait' }]} />
            <span>
              {t('home.freeOf', { free: number(free), min: number(minStock) })}
              {incoming > 0 ? <small>{t('home.incoming', { n: number(incoming) })}</small> : null}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Question({ question, today }: { question: HomeQuestion; today: string }) {
  switch (question.kind) {
    case 'cutOffs':
      return (
        <Card question={question}>
          <CutOffs />
        </Card>
      );
    case 'days':
      return <DaysCard question={question} today={today} />;
    case 'parts':
      return <PartsCard question={question} />;
    case 'shortages':
      return <ShortagesCard question={question} />;
  }
}

/** The questions that the user's role decides by, at most two. */
export const HomeQuestions = ({ questions, today }: { questions: readonly HomeQuestion[]; today: string }) =>
  questions.length === 0 ? null : (
    <div className="h-questions">
      {questions.map((question) => (
        <Question key={question.key} question={question} today={today} />
      ))}
    </div>
  );
