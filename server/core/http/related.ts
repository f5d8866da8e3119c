import { allows } from '#contract/core/access';
import { forOutsiders } from '#contract/core/audience';
import type { Mask, Text } from '#contract/core/mask';
import type { Filter } from '#contract/core/query';
import type { Related, RelatedList } from '#contract/core/related';
import type { Db } from '../db/client.ts';
import { type Actor, isOutside } from './actor.ts';
import { type Areas, RELATED_IDS, type RelatedRows, type ServerArea, type Values } from './area.ts';
import { references } from './list.ts';
import { getRow, type RowContext } from './rows.ts';
import { selectList } from './select.ts';

/** Rows of each list that a record's page shows, unless the list says otherwise. */
const FIRST_ROWS = 5;

/** The fields of an area as its lists show them to this user. */
function fieldsOf(entry: ServerArea, actor: Actor): Mask['fields'] {
  return Object.assign({}, ...entry.masks.map((mask) => (isOutside(actor) ? forOutsiders(mask) : mask).fields).toReversed());
}

/** The values by which the rows of a list refer to the record; none if there is no list. */
async function referredBy({ tx, actor }: RowContext, { from, ids }: RelatedRows, row: Values): Promise<string[]> {
  if (ids) return (await ids({ tx, actor, row })).slice(0, RELATED_IDS);
  const value = row[from ?? 'id'];
  return typeof value === 'string' && value !== '' ? [value] : [];
}

function filtersOf({ by, where = [] }: RelatedRows, values: readonly string[], many: boolean): Filter[] {
  const [first = '', ...others] = values;
  const own: Filter = many || others.length > 0 ? { field: by, op: 'in', value: [...values] } : { field: by, op: 'eq', value: first };
  return [own, ...where];
}

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
  lead?: boolean;
  folded?: boolean;
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
    ...(list.lead ? { lead: true } : {}),
    ...(list.folded ? { folded: true } : {}),
  };
}

async function firstRows(context: RowContext, list: RelatedRows, row: Values): Promise<RelatedList | null> {
  const { tx, areas, actor } = context;
  const values = await referredBy(context, list, row);
  if (values.length === 0) return null;
  const target = areas.get(list.area);
  const many = target !== undefined && references(target).some(({ key, many: several }) => key === list.by && several);
  return shortList(tx, areas, actor, {
    key: list.key ?? `${list.area}.${list.by}`,
    area: list.area,
    title: list.title ?? `${list.area}.title`,
    columns: list.columns,
    filters: filtersOf(list, values, many),
    sort: list.sort ?? null,
    limit: list.limit ?? FIRST_ROWS,
    ...(list.side ? { side: true } : {}),
    ...(list.lead ? { lead: true } : {}),
    ...(list.folded ? { folded: true } : {}),
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
    const found = await firstRows(context, list, row);
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
