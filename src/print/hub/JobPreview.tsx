import Modal from 'antd/es/modal';
import { useEffect, useState } from 'react';
import { messageFor } from '../../providers/http-fail.ts';
import { useT } from '../../providers/i18n.ts';
import { svgPages } from '../make.ts';
import { jobCalls } from './calls.ts';
import type { ShownJob } from './questions.ts';
import './job-preview.css';

const MOST_PAGES = 3;
const DPI = 203;

async function drawnPages(id: string): Promise<string[]> {
  const { document, ids, records, locales } = await jobCalls.read(id);
  const { svgs } = await svgPages({ document, ...(records ? { records } : { ids }), locales, dpi: DPI }, MOST_PAGES);
  return svgs;
}

/** A preview of a job, rendered from the current data. */
export function JobPreview({ job, onClose }: { job: ShownJob; onClose: () => void }) {
  const t = useT();
  const { id } = job;
  const [pages, setPages] = useState<readonly string[] | null>(null);
  useEffect(
    function draw() {
      let shown = true;
      drawnPages(id).then(
        (drawn) => shown && setPages(drawn),
        () => shown && setPages([]),
      );
      return () => {
        shown = false;
      };
    },
    [id],
  );
  return (
    <Modal open width={720} title={[job.no, job.title].filter(Boolean).join(' · ')} footer={null} onCancel={onClose}>
      <div className="pj-pages" aria-busy={pages === null}>
        {pages?.length === 0 && <p>{messageFor('NotFound')}</p>}
        {pages?.map((svg, n) => (
          <img key={svg.length + n} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={t('printJobs.page', { n: n + 1 })} />
        ))}
      </div>
    </Modal>
  );
}
