import { allows } from '#contract/core/access';

/** Decides who may change whom: privileges, user type, and whose rows are visible (null: unrestricted). */
export type Rights = { type: number; privileges: ReadonlySet<string>; merchantId: string | null; carrierId: string | null };

/** Holders of the role `admin` may act as others, whatever its privileges are. Only a holder of `*` or of the role can grant it. */
export const ADMIN_ROLE_RIGHT = 'role:admin';

/** A privilege for a whole area requires that privilege or `*`; a list of single actions is not sufficient. */
const covers = (own: ReadonlySet<string>, right: string): boolean => allows(own, right);

const isWithin = (own: string | null, other: string | null): boolean => own === null || own === other;

/**
 * What `other` has and `own` does not; empty if `other` is a subset. Nobody may edit an account with rights beyond their own, or grant such
 * rights.
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

/** Whether two accounts have the same rights. */
export const isSame = (a: Rights | undefined, b: Rights | undefined): boolean =>
  a !== undefined && b !== undefined && exceeding(a, b).length === 0 && exceeding(b, a).length === 0;
