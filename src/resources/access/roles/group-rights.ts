import type { PrivilegeChoice } from '#contract/access/privileges';
import { ACTIONS } from '#contract/core/area';

/** `area` is empty for the right to everything. `whole`: the right to everything in this area. */
export type RightGroup = { area: string; title: string; whole: PrivilegeChoice | null; rights: PrivilegeChoice[] };

/** The actions that all areas have come first, in their usual order. */
function rankOf({ key }: PrivilegeChoice): number {
  const at = ACTIONS.findIndex((action) => key.endsWith(`.${action}`));
  return at < 0 ? ACTIONS.length : at;
}

/** Privileges by area. The right to everything comes first, then the areas in the order of their titles. */
export function groupRights(choices: readonly PrivilegeChoice[], locale: string): RightGroup[] {
  const groups = new Map<string, RightGroup>();
  for (const choice of choices) {
    const { area, areaTitle: title, key } = choice;
    const group = groups.get(area) ?? { area, title, whole: null, rights: [] };
    groups.set(area, group);
    if (key.endsWith('.*')) group.whole = choice;
    else group.rights.push(choice);
  }
  for (const { rights } of groups.values()) rights.sort((a, b) => rankOf(a) - rankOf(b));
  return [...groups.values()].sort((a, b) => Number(a.area !== '') - Number(b.area !== '') || a.title.localeCompare(b.title, locale));
}
