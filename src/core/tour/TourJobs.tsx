import { Icon } from '../../layout/icons.tsx';
import { useT } from '../../providers/i18n.ts';
import { JOB_NAMES, JOBS, type JobName } from './jobs.ts';
import { useMayDo } from './TourPanel.tsx';
import { isFinished, openJob, useTour } from './tour.ts';
import './tour.css';

function JobButton({ job }: { job: JobName }) {
  const t = useT();
  const progress = useTour((state) => state.progress[job]);
  const may = useMayDo(job);
  const { steps, account } = JOBS[job];
  const finished = isFinished(job, progress);
  const state = (): string => {
    if (finished) return t('tour.again');
    if (!may) return t('tour.as', { account });
    return progress ? t('tour.progress', { done: progress.done, of: steps.length }) : t('tour.steps', { count: steps.length });
  };
  return (
    <li>
      <button type="button" onClick={() => openJob(job)}>
        <Icon name={finished ? 'check-circle' : 'right'} />
        <span>
          <b>{t(`tour.jobs.${job}.title`)}</b>
          <small>{state()}</small>
        </span>
      </button>
    </li>
  );
}

/** Home of the sample house: six jobs to try. */
export function TourJobs() {
  const t = useT();
  return (
    <section className="t-jobs h-card" aria-labelledby="home-tour">
      <header>
        <h2 id="home-tour">{t('tour.title')}</h2>
      </header>
      <ul>
        {JOB_NAMES.map((job) => (
          <JobButton key={job} job={job} />
        ))}
      </ul>
    </section>
  );
}
