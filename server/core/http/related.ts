import { allows } from '#contract/core/access';
import { forOutsiders } from '#contract/core/audience';
import type { Mask, Text } from '#contract/core/mask';
import type { Filter } from '#contract/core/query';
import type { Related, RelatedList } from '#contract/core/related';
import type { Db } from '../db/client.ts';
import { type Actor, isOutside } from './actor.ts';
import type { Areas, RelatedRows, ServerArea, Values } from './area.ts';
import { references } from './list.ts';
import { getRow, type RowContext } from './rows.ts';
import { selectList } from './select.ts';

/** Rows of each list that a record's page shows. */
const FIRST_ROWS = 5;

/** The fields of an area as its lists show them to this user. */
function fieldsOf(entry: ServerArea, actor: Actor): Mask['fields'] {
  return Object.assign({}, ...entry.masks.map((mask) => (isOutside(actor) ? forOutsiders(mask) : mask).fields).toReversed());
}

const filtersOf = ({ by, where = [] }: RelatedRows, id: string, many: boolean): Filter[] => [
  { field: by, op: many ? 'in' : 'eq', value: many ? [id] : id },
  ...where,
];

/** Which rows of an area a short list shows. */
export type ShortList = {
  key: string;
  area: string;
  title: Text;
  columns: readonly string[];
  filters: Filter[];
  sort: string | null;
  limit: number;
  side?: boolean;
};

/** The first rows of a list, as this user may read them; null if they may not read the area. */
export async function shortList(tx: Db, areas: Areas, actor: Actor, list: ShortList): Promise<RelatedList | null> {
  const target = areas.get(list.area);
  if (!target || !allows(actor.privileges, `${list.area}.read`)) return null;
  const known = fieldsOf(target, actor);
  const columns = list.columns.filter((name) => Object.hasOwn(known, name));
  const { filters, sort, limit } = list;
  const page = await selectList(tx, areas, target, actor, { limit, cursor: null, search: '', sort, back: false, filters });
  const shape = Object.keys(target.area.row.shape);
  const sent = (row: Values): Values =>
    Object.fromEntries(
      Object.entries(row).filter(([name]) => {
        const field = name.replace(/Labels?$/, '');
        return ['id', 'rowTitle', 'deletedAt'].includes(name) || (Object.hasOwn(known, field) && (shape.includes(name) || field !== name));
      }),
    );
  return {
    key: list.key,
    area: list.area,
    title: list.title,
    fields: Object.fromEntries(Object.entries(known).filter(([name]) => columns.includes(name))),
    columns,
    filters,
    rows: page.data.map(sent),
    total: page.total,
    totalExact: page.totalExact,
    ...(list.side ? { side: true } : {}),
  };
}

async function firstRows({ tx, areas, actor }: RowContext, list: RelatedRows, id: string): Promise<RelatedList | null> {
  const target = areas.get(list.area);
  const many = target !== undefined && references(target).some(({ key, many: several }) => key === list.by && several);
  return shortList(tx, areas, actor, {
    key: list.key ?? `${list.area}.${list.by}`,
    area: list.area,
    title: list.title ?? `${list.area}.title`,
    columns: list.columns,
    filters: filtersOf(list, id, many),
    sort: list.sort ?? null,
    limit: FIRST_ROWS,
    ...(list.side ? { side: true } : {}),
  });
}

/**
 * Facts and related lists of a record. Every list is read with the rights of this user: an area that may not be read is left out, and rows
 * outside the scope are not counted.
 * @throws DomainError NotFound
 */
export async function readRelated(context: RowContext, id: string): Promise<Related> {
  const { entry, tx, actor, areas } = context;
  const row = await getRow(context, id);
  const facts = (await entry.facts?.({ tx, actor, areas, row })) ?? [];
  const lists: RelatedList[] = [];
  for (const list of entry.related ?? []) {
    if (isOutside(actor) && list.audience === 'house') continue;
    const found = await firstRows(context, list, id);
    if (found) lists.push(found);
  }
  return { facts, lists };
}

/**
 * Checks at start that every related list names an area, a field and columns that exist.
 * @throws Error with the fault
 */
export function assertRelated(areas: Areas): void {
  for (const { area, related = [] } of areas.values()) {
    for (const { area: name, by, columns, where = [] } of related) {
      const target = areas.get(name);
      if (!target) throw new Error(`${area.name}: related area ${name} is unknown`);
      const shown = Object.keys(Object.assign({}, ...target.masks.map(({ fields }) => fields)));
      const missing = columns.find((column) => !shown.includes(column));
      const filtered = [by, ...where.map(({ field }) => field)].find(
        (field) => !Object.hasOwn(target.area.row.shape, field.split('.')[0] ?? ''),
      );
      if (missing ?? filtered) throw new Error(`${area.name}: related ${name} has no field ${missing ?? filtered}`);
    }
  }
}
