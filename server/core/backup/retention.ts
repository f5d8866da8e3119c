/** Number of days, weeks and months for which the last backup is kept. */
const DAYS = 7;
const WEEKS = 4;
const MONTHS = 3;
/** Number of backups made before updates that are kept. */
const UPDATES = 3;

export const DAILY = 'daily-';
export const BEFORE_UPDATE = 'before-update-';

const stampIn = (name: string): Date | null => {
  const [, y, mo, d, h, mi, s] = /-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/.exec(name) ?? [];
  return y === undefined ? null : new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
};

const DAY = 86_400_000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
/** Weeks start on Monday. 1970-01-01 was a Thursday. */
const weekOf = (at: Date): string => String(Math.floor((at.getTime() / DAY + 3) / 7));
const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** The newest backup of each of the last `count` periods that have one. */
function newestOf(all: readonly { name: string; at: Date }[], period: (at: Date) => string, count: number): string[] {
  const found = new Map<string, string>();
  for (const { name, at } of all) if (!found.has(period(at))) found.set(period(at), name);
  return [...found.values()].slice(0, count);
}

/** The files that may be deleted. Manual backups and files with other names are never deleted. */
export function expired(names: readonly string[]): string[] {
  const of = (prefix: string) =>
    names
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => {
        const at = stampIn(name);
        return at ? [{ name, at }] : [];
      })
      .sort((a, b) => b.at.getTime() - a.at.getTime());
  const daily = of(DAILY);
  const kept = new Set([...newestOf(daily, dayOf, DAYS), ...newestOf(daily, weekOf, WEEKS), ...newestOf(daily, monthOf, MONTHS)]);
  const updates = of(BEFORE_UPDATE).slice(UPDATES);
  return [...daily.filter(({ name }) => !kept.has(name)), ...updates].map(({ name }) => name);
}
