/**
 * Encodes and decodes the parameters of a list call. `l` limit, `o` cursor, `q` search, `s` sort (`field` or `-field`), `d=back` for the
 * page before the cursor, and filters: `status=open` (equals), `status.in=a&status.in=b`, `amount.gte=5`, `name.like=abc`,
 * `dueDate.null=true`; `carrierId.code=DHL` filters by a field of the referenced row. `t=later` omits a total that must be counted
 * (`totalLater`); `t=only` requests only the total.
 */
export const FILTER_OPS = ['eq', 'ne', 'in', 'gte', 'gt', 'lte', 'lt', 'like', 'null'] as const;
export type FilterOp = (typeof FILTER_OPS)[number];
export type Filter = { field: string; op: FilterOp; value: string | string[] };

export type ListQuery = {
  limit: number;
  /** Null for the first page. */
  cursor: string | null;
  search: string;
  sort: string | null;
  back: boolean;
  filters: Filter[];
};

/** In a filter of a reference: the rows that belong to the reader, as the referenced area says (`mine` of the server's area). */
export const ME = '$me';
/** In a filter of an instant: the moment at which the list is read. */
export const NOW = '$now';

/** `o` of the first page (specification, point 7: epoch start). */
export const EPOCH = '1970-01-01T00:00:00.000Z';

/** Parameters that are not filters. */
export const RESERVED_PARAMS = ['l', 'o', 'q', 's', 'd', 't', 'trash', 'w'] as const;

export const TOTAL_MODES = ['later', 'only'] as const;
export type TotalMode = (typeof TOTAL_MODES)[number];

const isOp = (op: string): op is FilterOp => (FILTER_OPS as readonly string[]).includes(op);

export function encodeFilters(filters: readonly Filter[]): [string, string][] {
  return filters.flatMap(({ field, op, value }) => {
    const key = op === 'eq' ? field : `${field}.${op}`;
    return (Array.isArray(value) ? value : [value]).map((v): [string, string] => [key, v]);
  });
}

/** The inverse of encodeFilters. Unknown operators are dropped; unknown fields are refused by the server. */
export function decodeFilters(params: Iterable<[string, string]>): Filter[] {
  const found = new Map<string, Filter>();
  for (const [key, value] of params) {
    if ((RESERVED_PARAMS as readonly string[]).includes(key)) continue;
    const dot = key.lastIndexOf('.');
    const op = dot > 0 ? key.slice(dot + 1) : 'eq';
    const field = dot > 0 && isOp(op) ? key.slice(0, dot) : key;
    const filterOp = isOp(op) ? op : 'eq';
    const known = found.get(key);
    if (filterOp === 'in') found.set(key, { field, op: 'in', value: [...((known?.value as string[] | undefined) ?? []), value] });
    else found.set(key, { field, op: filterOp, value });
  }
  return [...found.values()];
}

const isChoice = ({ op }: Filter): boolean => op === 'eq' || op === 'in';
const valuesOf = ({ value }: Filter): string[] => [value].flat();
/** A filter that matches no row, used if two filters exclude each other. */
const NOTHING: Filter = { field: 'id', op: 'null', value: 'true' };

/**
 * Combines the filters of the screen with those of the user; both must be true. The URL allows one value set for each filter name, so two
 * filters on one field are reduced to their intersection. Listed side by side they would be read as alternatives.
 */
export function bothFilters(screen: readonly Filter[], reader: readonly Filter[]): Filter[] {
  const left = [...reader];
  const joined = screen.map((fixed): Filter => {
    const at = isChoice(fixed) ? left.findIndex((own) => own.field === fixed.field && isChoice(own)) : -1;
    const [own] = at < 0 ? [] : left.splice(at, 1);
    if (!own) return fixed;
    const common = valuesOf(own).filter((value) => valuesOf(fixed).includes(value));
    return common.length === 0 ? NOTHING : { field: fixed.field, op: 'in', value: common };
  });
  return [...joined, ...left];
}

export function encodeListQuery(query: ListQuery): URLSearchParams {
  const params = new URLSearchParams();
  params.set('l', String(query.limit));
  params.set('o', query.cursor ?? EPOCH);
  if (query.search) params.set('q', query.search);
  if (query.sort) params.set('s', query.sort);
  if (query.back) params.set('d', 'back');
  for (const [key, value] of encodeFilters(query.filters)) params.append(key, value);
  return params;
}
