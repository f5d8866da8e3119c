import { useState } from 'react';
import { Link } from 'react-router';
import { Bar } from '../../../core/charts/Bar.tsx';
import { FileButton } from '../../../core/mask/inputs/FileButton.tsx';
import { lazyPart } from '../../../providers/chunks.ts';
import { useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useRead } from '../../../providers/use-call.ts';
import './carrier-bills.css';
import type { RecentBill } from './types.ts';

const UploadDialog = lazyPart(async () => (await import('./UploadDialog.tsx')).UploadDialog);

/** Beside the title of the list: reads a file, and shows what the comparison found on the last bills, each as a bar. */
export function CarrierBillsHead() {
  const t = useT();
  const mayUpload = useAllowed('carrierBills.upload');
  const [file, setFile] = useState<File | null>(null);
  const found = useRead<RecentBill[]>('/v0/carrierBills', {
    queryKey: ['data', 'default', 'carrierBills', 'recent'],
    params: { l: 4, s: '-createdAt', state: 'compared' },
    background: true,
  });
  return (
    <>
      {mayUpload ? (
        <FileButton primary accept=".csv,.txt,text/csv" onFile={setFile}>
          {t('carrierBills.upload.choose')}
        </FileButton>
      ) : null}
      <div className="cb-recent">
        {(found.data ?? []).map(({ id, billNo, carrierIdLabel, costs, matched, differing, undecided }) => (
          <Link key={id} to={`/accounting/carrier-bills/${id}`} title={t('carrierBills.overview.picture', { matched, costs, undecided })}>
            <span className="cb-name">
              {carrierIdLabel} {billNo}
            </span>
            <Bar
              of={costs}
              parts={[
                { value: matched, meaning: 'done' },
                { value: differing - undecided, meaning: 'work' },
                { value: undecided, meaning: 'wait' },
              ]}
            />
          </Link>
        ))}
      </div>
      {file ? <UploadDialog file={file} onClose={() => setFile(null)} /> : null}
    </>
  );
}
