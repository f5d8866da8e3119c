import Button from 'antd/es/button';
import { asText } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { AtFoot } from '../../../core/mask/record/AtFoot.tsx';
import { useT } from '../../../providers/i18n.ts';
import { download } from '../../../providers/request.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';

/** Of a run whose file was written: it is handed to the bank. */
export function FileStep({ row }: PartProps) {
  const t = useT();
  const canSend = useAllowed('paymentRuns.send');
  if (row['status'] !== 'sent') return null;
  const path = `/v0/paymentRuns/${encodeURIComponent(asText(row['id']))}/file`;
  return (
    <section className="r-next" data-meaning="wait" aria-label={t('mask.record.next')}>
      <p>
        <b>{t('mask.record.next')}:</b> {t('paymentRuns.next.settle')}
      </p>
      {canSend ? (
        <AtFoot>
          <Button type="primary" onClick={() => void download(path).catch(() => undefined)}>
            {t('paymentRuns.actions.file')}
          </Button>
        </AtFoot>
      ) : null}
    </section>
  );
}
