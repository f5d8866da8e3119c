import Modal from 'antd/es/modal';
import { useRef, useState } from 'react';
import type { Mask } from '#contract/core/mask';
import { showNotice } from '../../../providers/feedback.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useUser } from '../../../providers/user.ts';
import { useInvalidate } from '../data.ts';
import { useMaskT, useText } from '../field-context.ts';
import { ImportMapping } from './ImportMapping.tsx';
import { ImportResult } from './ImportResult.tsx';
import { ImportUpload } from './ImportUpload.tsx';
import * as imports from './imports.ts';
import { Progress } from './Progress.tsx';

/** Whether a merchant must be chosen for the rows: staff choose one, merchants import for themselves. */
const needsMerchant = (mask: Mask, merchantId: string | null | undefined): boolean =>
  !merchantId && mask.fields['merchantId']?.kind === 'reference';

type Props = {
  mask: Mask;
  /** Chosen beforehand for rows that belong to a merchant. */
  merchantId?: string | null;
  onClose: () => void;
};

export function ImportDialog({ mask, merchantId = null, onClose }: Props) {
  const t = useMaskT();
  const text = useText();
  const user = useUser();
  const invalidate = useInvalidate();
  const [job, setJob] = useState<imports.ImportJob | null>(null);
  const [part, setPart] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [createMissing, setCreateMissing] = useState(false);
  const open = useRef(true);

  /** The call already showed the error. The dialog keeps its state for another try. */
  const doing = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch {
      return;
    } finally {
      setBusy(false);
      setPart(null);
    }
  };
  const take = (file: File): Promise<void> =>
    doing(async () => {
      setPart(0);
      const begun = await imports.beginImport(mask, file, setPart);
      setJob(merchantId === null ? begun : { ...begun, merchantId });
    });
  const check = (): Promise<void> =>
    doing(async () => {
      if (!job) return;
      await imports.setUp(job.id, { mapping: job.mapping, preset: job.preset, merchantId: job.merchantId });
      await imports.settled(await imports.check(job.id, createMissing), setJob);
    });
  /** Continues when the dialog is closed. The end is then shown as a notice. */
  const finish = (start: (intent: string) => Promise<imports.ImportJob>): Promise<void> =>
    doing(async () => {
      const end = await imports.settled(await start(newIntent()), setJob);
      await invalidate(mask.area);
      if (!open.current)
        showNotice({
          kind: end.state === 'failed' ? 'error' : 'success',
          title: t(`import.state.${end.state}`),
          text: t('import.counts', countsOf(end)),
        });
    });
  const close = (): void => {
    open.current = false;
    if (job && imports.isBusy(job.state)) showNotice({ kind: 'info', title: t('import.goesOn') });
    onClose();
  };
  return (
    <Modal
      open
      width="min(960px, 96vw)"
      title={t('import.title', { title: text(mask.title) })}
      footer={null}
      onCancel={close}
      maskClosable={false}
    >
      {!job ? <ImportUpload mask={mask} part={part} onFile={(file) => void take(file)} /> : null}
      {job && imports.isBusy(job.state) ? <Progress label={t(`import.state.${job.state}`)} done={job.done} total={job.total} /> : null}
      {job?.state === 'uploaded' ? (
        <ImportMapping
          mask={mask}
          job={job}
          busy={busy}
          needsMerchant={needsMerchant(mask, user?.merchantId)}
          onMapping={(mapping) => setJob({ ...job, mapping })}
          onMerchant={(merchantId) => setJob({ ...job, merchantId })}
          onPreset={(preset) => void doing(async () => setJob(await imports.setUp(job.id, { preset, merchantId: job.merchantId })))}
          createMissing={createMissing}
          onCreateMissing={setCreateMissing}
          onCheck={() => void check()}
        />
      ) : null}
      {job && ['checked', 'done', 'failed', 'reverted'].includes(job.state) ? (
        <ImportResult
          mask={mask}
          job={job}
          busy={busy}
          onBack={() => setJob({ ...job, state: 'uploaded' })}
          onRun={(mode) => void finish((intent) => imports.run(job.id, mode, createMissing, intent))}
          onRevert={() => void finish((intent) => imports.revert(job.id, intent))}
          onClose={close}
        />
      ) : null}
    </Modal>
  );
}

const countsOf = ({ created, updated, unchanged, failed }: imports.ImportJob) => ({ created, updated, unchanged, failed });
