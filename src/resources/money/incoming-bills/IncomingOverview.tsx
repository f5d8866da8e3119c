import type { IncomingDocument } from '#contract/money/incoming-bills';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';
import { Findings } from './Findings.tsx';
import './incoming.css';
import { Reading } from './Reading.tsx';

/** What was found about the invoice, and the invoice in words. */
export function IncomingOverview({ row }: Pick<PartProps, 'row'>) {
  const t = useT();
  const id = asText(row['id']);
  const found = useRead<IncomingDocument>(`/v0/incomingBills/${encodeURIComponent(id)}/document`, {
    queryKey: ['data', 'default', 'incomingBills', 'document', id, row['version']],
  });
  if (found.isError) return <LoadError error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <ListSkeleton rows={6} />;
  const { document, findings } = found.data;
  return (
    <>
      <section className="m-section" aria-label={t('incomingBills.page.findings')}>
        <h2>{t('incomingBills.page.findings')}</h2>
        <Findings findings={findings} currency={document.currency} ibanState={asText(row['ibanState'])} />
      </section>
      <Reading document={document} />
    </>
  );
}
