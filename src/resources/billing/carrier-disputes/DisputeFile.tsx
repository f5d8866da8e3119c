import Button from 'antd/es/button';
import { asText } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useT } from '../../../providers/i18n.ts';
import { download } from '../../../providers/request.ts';

/** The lines of the dispute as a file that is sent to the carrier. */
export function DisputeFile({ row }: Pick<PartProps, 'row'>) {
  const t = useT();
  const id = encodeURIComponent(asText(row['id']));
  return (
    <p>
      <Button onClick={() => void download(`/v0/carrierDisputes/${id}/file`).catch(() => undefined)}>
        {t('carrierDisputes.actions.file')}
      </Button>
    </p>
  );
}
