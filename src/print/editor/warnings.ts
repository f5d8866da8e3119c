import type { Layout } from '#contract/printing/layout';
import type { PrintWarning } from '#print/display';
import { groupsOf, type Spot } from './spot.ts';

/** Elements that a warning is about: the engine names their template. */
export function spotsOf({ where }: PrintWarning, layout: Layout): Spot[] {
  return groupsOf(layout)
    .flatMap(({ rows }) => rows)
    .flatMap(({ spot, what }) => ('value' in what && what.value !== '' && what.value === where ? [spot] : []));
}
