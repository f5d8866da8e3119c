import { isRecord } from '../kinds/kind.ts';

export type Difference = { path: string; before: unknown; after: unknown };

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Differences of two definitions: changed leaves, and entries that were added or removed as a whole. */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (same(before, after)) return [];
  const left = branches(before);
  const right = branches(after);
  if (!left || !right || Array.isArray(before) !== Array.isArray(after)) return [{ path, before, after }];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) =>
    differences(left.get(name), right.get(name), path ? `${path}.${name}` : name),
  );
}

function branches(value: unknown): Map<string, unknown> | null {
  if (Array.isArray(value)) return new Map(value.map((item, i) => [String(i), item]));
  return isRecord(value) ? new Map(Object.entries(value)) : null;
}
