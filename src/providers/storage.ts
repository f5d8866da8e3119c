/** Local and session storage that never throws: both can be full, switched off or filled by hand. */
const areas = { local: () => window.localStorage, tab: () => window.sessionStorage };

export function readStored(key: string, where: keyof typeof areas = 'local'): string | null {
  try {
    return areas[where]().getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string | null, where: keyof typeof areas = 'local'): void {
  try {
    if (value === null) areas[where]().removeItem(key);
    else areas[where]().setItem(key, value);
  } catch {
    // A preference that cannot be kept is no reason to stop anybody's work.
  }
}

/** What was stored may be of an older version or typed by hand: `check` says whether it still has the shape. */
export function readJson<T>(key: string, check: (value: unknown) => value is T, where: keyof typeof areas = 'local'): T | null {
  const text = readStored(key, where);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return check(value) ? value : null;
  } catch {
    return null;
  }
}
