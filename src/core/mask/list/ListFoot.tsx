import type { Mask } from '#contract/core/mask';
import { lazyPart } from '../../../providers/chunks.ts';
import { useMaskT } from '../field-context.ts';
import type { Column } from './columns.ts';
import { Pager, useTotalText } from './Pager.tsx';
import type { Selection } from './selection.ts';
import './foot.css';
import { Totals } from './Totals.tsx';
import type { ListActions } from './use-actions.tsx';
import type { MaskList } from './use-list.ts';

/** Nobody has selected rows when the list opens. */
const BulkBar = lazyPart(async () => (await import('./BulkBar.tsx')).default);

type Props = {
  mask: Mask;
  list: MaskList;
  columns: readonly Column[];
  sums: Record<string, number> | null;
  selection: Selection;
  actions: ListActions;
  onSelection: (selection: Selection) => void;
};

/** One line below the rows: what is selected on the left, the sums of all rows and the pages on the right. */
export function ListFoot({ mask, list, columns, sums, selection, actions, onSelection }: Props) {
  const t = useMaskT();
  const totalText = useTotalText();
  const page = list.query.data;
  const selecting = selection.size > 0;
  return (
    <footer className="m-list-foot l-foot" data-selecting={selecting || undefined}>
      {selecting ? (
        <BulkBar mask={mask} columns={columns} selection={selection} rows={page?.data ?? []} actions={actions} onSelection={onSelection} />
      ) : null}
      {sums && page && page.data.length > 0 ? (
        <Totals mask={mask} columns={columns} sums={sums} intro={t('totals.all', { n: totalText(page.total, page.totalExact) })} />
      ) : null}
      <Pager list={list} />
    </footer>
  );
}
