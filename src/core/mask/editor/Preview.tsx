import { useMemo } from 'react';
import type { Mask } from '#contract/core/mask';
import { useRows } from '../data.ts';
import { useMaskT, useText } from '../field-context.ts';
import { arrange, NO_CHOICE } from '../list/columns.ts';
import { Grid } from '../list/Grid.tsx';
import { ShowSections } from '../record/ShowSections.tsx';

const nothing = (): void => undefined;

/** Shows the mask as users will see it, with the newest row of its area. */
export function Preview({ mask }: { mask: Mask }) {
  const t = useMaskT();
  const text = useText();
  const query = useRows(mask.area, { limit: 1, cursor: null, search: '', sort: null, back: false, filters: [] });
  const columns = useMemo(() => arrange(mask, NO_CHOICE), [mask]);
  const rows = query.data?.data ?? [];
  const [row] = rows;
  const sections = mask.show?.sections ?? mask.form?.sections ?? [];
  return (
    <section className="m-preview-pane" aria-label={t('editor.preview')}>
      <h2>{t('editor.preview')}</h2>
      <Grid
        mask={mask}
        columns={columns}
        rows={rows}
        total={rows.length}
        label={text(mask.title)}
        sort={mask.sort ?? null}
        onSort={nothing}
        onResize={nothing}
        onMove={nothing}
        selection={null}
        onSelection={nothing}
        onPick={() => undefined}
        onOpen={nothing}
        menu={null}
        stale={false}
        estimate={36}
        instead={<p className="m-quiet">{t('editor.noRow')}</p>}
      />
      {row ? <ShowSections mask={mask} sections={sections} row={row} /> : null}
    </section>
  );
}
