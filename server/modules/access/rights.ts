import { allows } from '#contract/core/access';

/** What decides who may change whom: privileges, the user type, and whose rows are visible (null: not limited). */
export type Rights = { type: number; privileges: ReadonlySet<string>; merchantId: string | null; carrierId: string | null };

/** Holders of the role `admin` may act as others, whatever privileges the role has; only a holder of `*` or of the role passes it on. */
export const ADMIN_ROLE_RIGHT = 'role:admin';

/** A right that names a whole area is held by those who hold that area or everything, never by a list of single actions. */
const covers = (own: ReadonlySet<string>, right: string): boolean => allows(own, right);

const isWithin = (own: string | null, other: string | null): boolean => own === null || own === other;

/**
 * What `other` has and `own` has not; empty when `other` is a subset. Nobody edits an account with rights beyond the own, and nobody grants
 * such rights.
 * @example exceeding(manager, admin) // ['*', 'role:admin', 'type']
 */
export function exceeding(own: Rights, other: Rights): string[] {
  const rights = [...other.privileges].filter((right) => !covers(own.privileges, right)).sort();
  if (own.privileges.has('*') && own.merchantId === null && own.carrierId === null) return rights;
  return [
    ...rights,
    ...(other.type > own.type ? ['type'] : []),
    ...(isWithin(own.merchantId, other.merchantId) ? [] : ['merchantId']),
    ...(isWithin(own.carrierId, other.carrierId) ? [] : ['carrierId']),
  ];
}

/** Whether two accounts may do the same. */
export const isSame = (a: Rights | undefined, b: Rights | undefined): boolean =>
  a !== undefined && b !== undefined && exceeding(a, b).length === 0 && exceeding(b, a).length === 0;
