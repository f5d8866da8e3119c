import type { Ref } from 'react';
import type { Mask } from '#contract/core/mask';
import type { Row } from '../kinds/kind.ts';
import { ColumnMenu } from './ColumnMenu.tsx';
import type { Column, ColumnChoice } from './columns.ts';
import { DensityMenu } from './DensityMenu.tsx';
import { FilterBar } from './FilterBar.tsx';
import { ListMenu, type ListMenuItem } from './ListMenu.tsx';
import { SearchBox } from './SearchBox.tsx';
import { changed, type ListState } from './url-state.ts';

type Props = {
  mask: Mask;
  rows: readonly Row[];
  state: ListState;
  go: (next: ListState, replace?: boolean) => void;
  searchBox: Ref<HTMLInputElement>;
  columns: readonly Column[];
  choice: ColumnChoice;
  onColumns: (choice: ColumnChoice) => void;
  menu: readonly ListMenuItem[];
};

/** Search and filters on the left, how the rows are shown on the right. */
export function ListToolbar({ mask, rows, state, go, searchBox, columns, choice, onColumns, menu }: Props) {
  const { search, filters } = state;
  // A single filter and the search have a cross of their own.
  const set = new Set(filters.map(({ field }) => field)).size + (search === '' ? 0 : 1);
  return (
    <div className="m-toolbar l-toolbar">
      <SearchBox search={search} inputRef={searchBox} onSearch={(next) => go(changed(state, { search: next }), true)} />
      <FilterBar
        mask={mask}
        rows={rows}
        filters={filters}
        onChange={(next) => go(changed(state, { filters: next }))}
        onClear={set > 1 ? () => go(changed(state, { search: '', filters: [] })) : null}
      />
      <span className="m-spring" />
      <ColumnMenu mask={mask} columns={columns} choice={choice} onChange={onColumns} />
      <DensityMenu />
      <ListMenu items={menu} />
    </div>
  );
}
