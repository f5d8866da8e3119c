import Input from 'antd/es/input';
import Modal from 'antd/es/modal';
import { useEffect, useState } from 'react';
import { paperOf } from '#contract/printing/jobs';
import { formatInstant } from '../../providers/format.ts';
import { loadNamespace, useT } from '../../providers/i18n.ts';
import { offerDirect } from '../open.ts';
import { useReadyToPrint } from '../use-ready.ts';
import { choosePrinter, stationHere } from './choices.ts';
import { printDirect } from './direct.ts';
import { printNow, startHub } from './hub.ts';
import { JobPreview } from './JobPreview.tsx';
import { closeReason, showJob, useQuestions } from './questions.ts';

function PrinterQuestion() {
  const t = useT();
  const question = useQuestions((state) => state.printer);
  if (!question) return null;
  const { job, names, answer } = question;
  const paper = paperOf(job.document);
  const take = (name: string): void => {
    choosePrinter(paper, name);
    answer(name);
  };
  return (
    <Modal open title={t('printers.hub.which', { paper: t(`printers.paper.${paper}`) })} footer={null} onCancel={() => answer(null)}>
      <p>{t('printers.hub.whichText')}</p>
      {names.map((name) => (
        <p key={name}>
          <button type="button" className="ant-btn ant-btn-default" onClick={() => take(name)}>
            {name}
          </button>
        </p>
      ))}
    </Modal>
  );
}

function ReasonQuestion() {
  const t = useT();
  const again = useQuestions((state) => state.again);
  const [reason, setReason] = useState('');
  if (!again) return null;
  const { wish, before } = again;
  const close = (): void => {
    setReason('');
    closeReason();
  };
  const print = (): void => {
    close();
    printNow({ ...wish, reason: reason.trim() }).catch(() => undefined);
  };
  return (
    <Modal
      open
      title={t('printers.hub.before')}
      okText={t('printJobs.actions.reprint')}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ disabled: reason.trim() === '' }}
      onOk={print}
      onCancel={close}
    >
      <p>{t('printers.hub.beforeText', { title: before.title, no: before.no, by: before.by || '–', at: formatInstant(before.at) })}</p>
      <label>
        {t('printJobs.fields.reason')}
        <Input value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
      </label>
    </Modal>
  );
}

/** Runs the print hub on every screen and shows its questions. */
export function PrintHost() {
  // At a pack table labels are printed automatically.
  useReadyToPrint(stationHere() !== null);
  useEffect(function keepPrinting() {
    loadNamespace('printers', 'printJobs').catch(() => undefined);
    const stop = startHub();
    offerDirect(printDirect);
    return () => {
      offerDirect(null);
      stop();
    };
  }, []);
  const shown = useQuestions((state) => state.shown);
  return (
    <>
      <PrinterQuestion />
      <ReasonQuestion />
      {shown && <JobPreview job={shown} onClose={() => showJob(null)} />}
    </>
  );
}
