import { fileAddress } from '../../../core/mask/kinds/file.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { UploadedPaper } from '../../../print/RecordPaper.tsx';
import { useT } from '../../../providers/i18n.ts';

/** The bill as the supplier or carrier wrote it. */
export function BillPaper({ row }: Pick<PartProps, 'row'>) {
  const t = useT();
  return fileAddress(row['file']) ? <UploadedPaper title={t('bills.page.paper')} file={row['file']} /> : null;
}
