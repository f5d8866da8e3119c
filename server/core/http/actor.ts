import { allows } from '#contract/core/access';
import { type Locale, STAFF_TYPE_ABOVE } from '#contract/core/limits';
import { DomainError } from './errors.ts';

/** Who is calling, resolved from the session on every request: never from anything the client says. */
export type Actor = {
  /** The person who signed in; audit entries carry this one. */
  userId: string;
  /** The account acted as: the person's own, or the sub-account an admin chose. */
  actingId: string;
  account: string;
  name: string;
  type: number;
  roles: string[];
  privileges: ReadonlySet<string>;
  routes: string[];
  /** Set for everybody outside the house: only this merchant's rows exist for them. */
  merchantId: string | null;
  carrierId: string | null;
  supplierId: string | null;
  /** The signed-in person is an admin, whatever account is acted as. */
  isAdmin: boolean;
  sessionId: string;
  /** The language that titles of rows are told in: of the page that asks, else of the account. */
  locale: Locale;
};

export const isStaff = (actor: Actor): boolean => actor.type > STAFF_TYPE_ABOVE;
/** Merchants, carriers and suppliers: they read what is theirs, or declared for them, and nothing else. */
export const isOutside = (actor: Actor): boolean => actor.merchantId !== null || !isStaff(actor);

export function requirePrivilege(actor: Actor, privilege: string): void {
  if (!allows(actor.privileges, privilege)) throw new DomainError('NotAllowed', privilege);
}
