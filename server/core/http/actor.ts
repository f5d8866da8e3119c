import { allows } from '#contract/core/access';
import { type Locale, STAFF_TYPE_ABOVE } from '#contract/core/limits';
import { DomainError } from './errors.ts';

/** The caller, resolved from the session on every request and never from data of the client. */
export type Actor = {
  /** The user who signed in. Audit entries record this id. */
  userId: string;
  /** The account acted as: the user's own, or the sub-account chosen by an admin. */
  actingId: string;
  account: string;
  name: string;
  type: number;
  roles: string[];
  privileges: ReadonlySet<string>;
  routes: string[];
  /** Set for users of a merchant. They see only rows of this merchant. */
  merchantId: string | null;
  carrierId: string | null;
  supplierId: string | null;
  /** True if the signed-in user is an admin, whatever account they act as. */
  isAdmin: boolean;
  sessionId: string;
  /** The language for titles of rows: that of the requesting page, otherwise of the account. */
  locale: Locale;
};

export const isStaff = (actor: Actor): boolean => actor.type > STAFF_TYPE_ABOVE;
/** Merchants, carriers and suppliers. They read only their own rows and those declared for them. */
export const isOutside = (actor: Actor): boolean => actor.merchantId !== null || !isStaff(actor);

export function requirePrivilege(actor: Actor, privilege: string): void {
  if (!allows(actor.privileges, privilege)) throw new DomainError('NotAllowed', privilege);
}
