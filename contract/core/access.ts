/** Privileges are `<area>.<action>`, `<area>.*`, or `*`. */
export function allows(privileges: ReadonlySet<string>, needed: string): boolean {
  if (privileges.has('*') || privileges.has(needed)) return true;
  const dot = needed.lastIndexOf('.');
  return dot > 0 && privileges.has(`${needed.slice(0, dot)}.*`);
}

/**
 * A route is allowed if it equals a permitted path or lies below one. Home and wildcard routes are always allowed
 * (specification, point 6).
 */
export function routeAllowed(permitted: readonly string[], path: string): boolean {
  if (path === '/' || path === '/home' || path.includes('*')) return true;
  return permitted.some((prefix) => prefix === '*' || path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`));
}
