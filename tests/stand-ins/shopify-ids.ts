/** What the parts of the stand-in for Shopify share: ids, pages, and errors of a mutation. */

export const gid = (type: string, id: string | number): string => `gid://shopify/${type}/${id}`;
export const none: { field: string[] | null; message: string }[] = [];
export const fault = (message: string) => [{ field: null, message }];
export const page = <T>(rows: readonly T[], first: number, after: string | null | undefined, keyOf: (row: T) => string) => {
  const from = after == null ? 0 : rows.findIndex((row) => keyOf(row) === after) + 1;
  const nodes = rows.slice(from, from + first);
  const last = nodes.at(-1);
  return { nodes, pageInfo: { hasNextPage: from + first < rows.length, endCursor: last === undefined ? null : keyOf(last) } };
};

let ids = 1000;
export const nextId = (): number => {
  ids += 1;
  return ids;
};
