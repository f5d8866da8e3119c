import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import type { DocumentName } from '#contract/printing/documents';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { answerUnsure } from '../../../print/hub/hub.ts';
import { useT } from '../../../providers/i18n.ts';

/** Asks whether an unsure job came out at the printer. */
export function AnswerDialog({ rows, onClose }: DialogProps) {
  const t = useT();
  const [row] = rows;
  const text = (key: string): string => asText(row?.[key]);
  const job = {
    id: text('id'),
    no: text('no'),
    title: text('title'),
    agent: text('agent'),
    document: text('document') as DocumentName,
    copies: Number(row?.['copies'] ?? 1),
  };
  const say = (cameOut: boolean): void => {
    answerUnsure(job, cameOut).catch(() => undefined);
    onClose(true);
  };
  return (
    <Modal
      open
      title={t('printers.hub.cameOut.title')}
      onCancel={() => onClose(false)}
      footer={[
        <Button key="no" onClick={() => say(false)}>
          {t('printers.hub.cameOut.no')}
        </Button>,
        <Button key="yes" type="primary" onClick={() => say(true)}>
          {t('printers.hub.cameOut.yes')}
        </Button>,
      ]}
    >
      <p>{t('printers.hub.cameOut.text', { title: job.title || job.no, where: job.agent })}</p>
    </Modal>
  );
}
