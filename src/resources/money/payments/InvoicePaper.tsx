import { useMemo } from 'react';
import { paperLanguages } from '#contract/money/paper-languages';
import { asText, isNothing, isRecord } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { PrintedPaper } from '../../../print/RecordPaper.tsx';
import { useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';

/** What the customer gets: a posted invoice or credit note, in the language of the recipient. */
export function InvoicePaper({ row }: Pick<PartProps, 'row'>) {
  const t = useT();
  const ours = useAllowed('invoices.update');
  const address = row['partyAddress'];
  const country = isRecord(address) ? asText(address['country']) : '';
  const locales = useMemo(() => paperLanguages(country), [country]);
  if (isNothing(row['postedAt']) && isNothing(row['pdfFile'])) return null;
  return (
    <PrintedPaper
      title={t(ours ? 'invoices.page.paper' : 'invoices.page.ownPaper')}
      file={row['pdfFile']}
      other={{ file: row['xmlFile'], label: t('invoices.page.xml') }}
      document={row['kind'] === 'creditNote' ? 'creditNote' : 'invoice'}
      id={asText(row['id'])}
      locales={locales}
    />
  );
}
