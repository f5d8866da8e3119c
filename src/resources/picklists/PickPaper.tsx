import Button from 'antd/es/button';
import { useState } from 'react';
import { useRow } from '../../mask/data.ts';
import { asText } from '../../mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../mask/list/states.tsx';
import { useFormat } from '../../providers/format.ts';
import { call } from '../../providers/http.ts';
import { useT } from '../../providers/i18n.ts';
import type { PageProps } from '../../providers/routes.ts';
import { allowed } from '../../providers/user.ts';
import { WayTable } from './PickOverview.tsx';
import { usePickLines } from './picking.ts';
import '../../mask/mask.css';
import './picking.css';

/** A picklist to walk with on paper. Printing it tells the house that it was printed. */
export function PickPaper({ params }: PageProps) {
  const t = useT();
  const { instant } = useFormat();
  const [opened] = useState(() => Date.now());
  const id = params['id'] ?? '';
  const head = useRow('picklists', id);
  const lines = usePickLines(id);
  const failed = head.isError && !head.data ? head : lines.isError && !lines.data ? lines : null;
  if (failed) return <LoadError error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!head.data || !lines.data) return <ListSkeleton rows={8} />;
  const print = async (): Promise<void> => {
    if (allowed('picklists.update') && asText(head.data?.['state']) === 'open')
      await call('POST', `/v0/picklists/${encodeURIComponent(id)}/print`);
    window.print();
  };
  return (
    <main className="p-paper">
      <header>
        <h1>{asText(head.data['no'])}</h1>
        <span>{t(`picklists.kinds.${asText(head.data['kind'])}`)}</span>
        <span className="m-figures">{instant(opened)}</span>
        <Button type="primary" onClick={() => void print().catch(() => undefined)}>
          {t('picklists.actions.print')}
        </Button>
      </header>
      <WayTable lines={lines.data} />
    </main>
  );
}
