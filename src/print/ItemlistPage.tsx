import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ListSkeleton, LoadError } from '../core/mask/list/states.tsx';
import { useT } from '../providers/i18n.ts';
import type { PageProps } from '../providers/routes.ts';
import type { PopupOrder } from './open.ts';
import { PrintView } from './PrintPage.tsx';
import { itemlistOf } from './read.ts';
import './print.css';

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
}

/** `/wEP/printItemlist/{reckonData}`: the JSON in the path lists the goods to get. Shown and printed as an item list. */
export function ItemlistPage({ params }: PageProps) {
  const t = useT();
  const reckonData = useMemo(() => parsed(params['reckonData']), [params]);
  const query = useQuery({
    queryKey: ['print', 'itemlist', reckonData],
    queryFn: ({ signal }) => itemlistOf(reckonData, signal),
    enabled: reckonData !== undefined,
    retry: false,
    staleTime: Infinity,
  });
  const order = useMemo((): PopupOrder | null => (query.data ? { document: 'itemlist', records: [query.data] } : null), [query.data]);
  if (reckonData === undefined)
    return (
      <p className="m-bar m-bar-stop" role="alert">
        {t('print.view.nothing')}
      </p>
    );
  if (query.isError) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  return order ? <PrintView order={order} /> : <ListSkeleton />;
}
