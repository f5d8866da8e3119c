/** Local and session storage that never throws. Storage can be full, switched off or edited by hand. */
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
    // A preference that cannot be stored must not stop the user's work.
  }
}

/** Reads stored JSON. It may come from an older version or be edited by hand, so `check` validates its shape. */
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
