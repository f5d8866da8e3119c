import { fileAddress } from '../../../core/mask/kinds/file.tsx';
import { asText } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { UploadedPaper } from '../../../print/RecordPaper.tsx';
import { useT } from '../../../providers/i18n.ts';

/** The picture of an invoice that came as PDF. An XML file has none. */
export function IncomingPaper({ row }: Pick<PartProps, 'row'>) {
  const t = useT();
  const isPdf = /\.pdf$/i.test(asText(row['fileName']));
  return isPdf && fileAddress(row['file']) ? <UploadedPaper title={t('incomingBills.page.original')} file={row['file']} /> : null;
}
