import Button from 'antd/es/button';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { allows } from '#contract/core/access';
import { Icon } from '../../layout/icons.tsx';
import { mayOpen } from '../../providers/access.ts';
import { useT } from '../../providers/i18n.ts';
import { useUserStore } from '../../providers/user.ts';
import { isSameScreen, JOB_NAMES, JOBS, type JobName, screenOf } from './jobs.ts';
import { coversWork, outline } from './outline.ts';
import { changeTour, finishStep, isFinished, openJob, type Progress, useTour } from './tour.ts';
import { useExample, useStepCheck } from './use-step.ts';
import './tour.css';

const LOOK_EVERY = 1_000;

/** Whether the present user can do the job. */
export function useMayDo(job: JobName): boolean {
  const { start, privilege } = JOBS[job];
  const has = useUserStore((state) => allows(state.privileges, privilege));
  return has && mayOpen(start);
}

function StepButtons({ job, progress }: { job: JobName; progress: Progress }) {
  const t = useT();
  const navigate = useNavigate();
  const step = JOBS[job].steps[progress.done];
  const screen = screenOf(job, progress.done);
  const row = useExample(screen);
  const [shown, setShown] = useState<{ step: number; element: string } | null>(null);
  useEffect(
    function outlineShown() {
      return shown?.step === progress.done ? outline(shown.element) : undefined;
    },
    [shown, progress.done],
  );
  if (!step) return null;
  const show = (): void => {
    const path = typeof screen?.path === 'function' ? screen.path(row ?? {}) : (screen?.path ?? JOBS[job].start);
    if (step === screen || !isSameScreen(path, window.location.pathname)) void navigate(path);
    setShown({ step: progress.done, element: step.element });
  };
  return (
    <>
      <p className="t-sentence" aria-live="polite">
        {t(`tour.jobs.${job}.steps.${step.key}`, { no: row?.no ?? '' })}
      </p>
      <div className="t-buttons">
        <Button onClick={show}>{t('tour.show')}</Button>
        <Button onClick={() => finishStep(job, progress.done)}>{t('tour.next')}</Button>
      </div>
    </>
  );
}

function Work({ job, progress }: { job: JobName; progress: Progress }) {
  const t = useT();
  useStepCheck(job, progress);
  return (
    <>
      <ol className="t-steps">
        {JOBS[job].steps.map(({ key }, i) => (
          <li key={key} data-done={i < progress.done} aria-current={i === progress.done ? 'step' : undefined}>
            {i < progress.done ? <Icon name="check" /> : <span aria-hidden="true">{i + 1}</span>}
            <span className="k-hidden">{t(i < progress.done ? 'tour.done' : 'tour.open', { step: i + 1 })}</span>
          </li>
        ))}
      </ol>
      <StepButtons job={job} progress={progress} />
    </>
  );
}

/** The job is finished, or the present user may not do it. */
function JobNotice({ job, finished }: { job: JobName; finished: boolean }) {
  const t = useT();
  const progress = useTour((state) => state.progress);
  const next = JOB_NAMES.find((name) => !isFinished(name, progress[name]));
  return (
    <>
      <p className="t-sentence" role="status">
        {finished ? t('tour.finished') : t('tour.signIn', { account: `${JOBS[job].account}@kontor.example` })}
      </p>
      {finished && next && (
        <div className="t-buttons">
          <Button onClick={() => openJob(next)}>{t('tour.nextJob', { job: t(`tour.jobs.${next}.title`) })}</Button>
        </div>
      )}
    </>
  );
}

/** Moves the panel to the other corner while it covers the outlined element or a primary action. Once for each step and screen. */
function useOutOfTheWay() {
  const panel = useRef<HTMLElement>(null);
  useEffect(function keepClear() {
    let moved = '';
    const timer = setInterval(() => {
      const { side, job, progress } = useTour.getState();
      const here = `${window.location.pathname} ${job && progress[job]?.done}`;
      if (!panel.current || moved === here || !coversWork(panel.current)) return;
      moved = here;
      changeTour({ side: side === 'right' ? 'left' : 'right' });
    }, LOOK_EVERY);
    return () => clearInterval(timer);
  }, []);
  return panel;
}

/** The guided tour: one job, step by step, in a corner of the screen. */
export function TourPanel({ job }: { job: JobName }) {
  const t = useT();
  const progress = useTour((state) => state.progress[job]) ?? { done: 0, since: '' };
  const folded = useTour((state) => state.folded);
  const side = useTour((state) => state.side);
  const may = useMayDo(job);
  const panel = useOutOfTheWay();
  const title = t(`tour.jobs.${job}.title`);
  const finished = isFinished(job, progress);
  const of = JOBS[job].steps.length;
  return (
    <aside ref={panel} className="t-panel" data-side={side} data-folded={folded} aria-label={t('tour.label', { job: title })}>
      <header>
        <b>{title}</b>
        <span>{t('tour.progress', { done: Math.min(progress.done, of), of })}</span>
        <button type="button" className="k-icon-button" title={t('tour.move')} aria-label={t('tour.move')} onClick={move}>
          <Icon name="swap" />
        </button>
        <button
          type="button"
          className="k-icon-button"
          aria-expanded={!folded}
          title={t(folded ? 'tour.unfold' : 'tour.fold')}
          aria-label={t(folded ? 'tour.unfold' : 'tour.fold')}
          onClick={() => changeTour({ folded: !folded })}
        >
          <Icon name={folded ? 'up' : 'down'} />
        </button>
        <button
          type="button"
          className="k-icon-button"
          title={t('tour.leave')}
          aria-label={t('tour.leave')}
          onClick={() => changeTour({ job: null })}
        >
          <Icon name="close" />
        </button>
      </header>
      {folded ? null : finished || !may ? <JobNotice job={job} finished={finished} /> : <Work job={job} progress={progress} />}
    </aside>
  );
}

function move(): void {
  changeTour({ side: useTour.getState().side === 'right' ? 'left' : 'right' });
}
