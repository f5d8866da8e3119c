import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { RowGuard } from '../../core/http/area.ts';
import { DomainError } from '../../core/http/errors.ts';
import { runAsHouse } from '../../core/http/write.ts';
import { countAdmins, holderRights, type RightsArea, rowRights } from './read-rights.ts';
import { exceeding, isSame, type Rights } from './rights.ts';

/** Advisory lock: changes of rights run one after the other, so that two administrators cannot disable each other at the same time. */
const RIGHTS_LOCK = 72_402;
/** Maximum number of rights listed in a refusal. */
const NAMED = 5;

const NO_RIGHTS: Rights = { type: 0, privileges: new Set(), merchantId: null, carrierId: null };

function requireSubset(own: Rights, others: Iterable<Rights | null | undefined>): void {
  for (const other of others) {
    const missing = other ? exceeding(own, other) : [];
    if (missing.length > 0) throw new DomainError('RightsExceeded', missing.slice(0, NAMED).join(', '));
  }
}

type State = { row: Rights | null; holders: Map<string, Rights>; admins: number };

const readState = async (tx: Db, area: RightsArea, id: string | null): Promise<State> => ({
  row: id === null ? null : await rowRights(tx, area, id),
  holders: id === null ? new Map() : await holderRights(tx, area, id),
  admins: await countAdmins(tx),
});

/** Current rights of the account acted as. Rights cached with a session or an import may be outdated. */
const ownRights = async (tx: Db, { actingId }: Pick<Actor, 'actingId'>): Promise<Rights> =>
  (await rowRights(tx, 'users', actingId)) ?? NO_RIGHTS;

/**
 * Guards writes of accounts, roles, classes, duties, privileges and OAuth2 clients. The rights concerned, before and after the write, must
 * be a subset of the writer's own rights, and at least one administrator must be able to sign in afterwards. It compares database states,
 * so it covers every kind of write: forms, imports, bulk actions, recovery and purge.
 * @throws DomainError RightsExceeded, LastAdmin; the caller's transaction or savepoint then undoes the write
 */
export function guardRights(area: RightsArea): RowGuard {
  return async ({ tx, actor, id }, write) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${RIGHTS_LOCK})`);
    const { own, before } = await runAsHouse(tx, async () => ({
      own: await ownRights(tx, actor),
      before: await readState(tx, area, id),
    }));
    requireSubset(own, [before.row]);
    const written = await write();
    const after = await runAsHouse(tx, () => readState(tx, area, id ?? String(written['id'])));
    requireSubset(own, [after.row]);
    const changed = [...new Set([...before.holders.keys(), ...after.holders.keys()])].filter(
      (one) => !isSame(before.holders.get(one), after.holders.get(one)),
    );
    requireSubset(
      own,
      changed.flatMap((one) => [before.holders.get(one), after.holders.get(one)]),
    );
    if (before.admins > 0 && after.admins === 0) throw new DomainError('LastAdmin');
    return written;
  };
}

/** Checks whether an account may act as or invite another: the other's rights must be a subset. @throws DomainError RightsExceeded */
export async function requireRightsOver(db: Db, ownId: string, otherId: string): Promise<void> {
  const own = await ownRights(db, { actingId: ownId });
  requireSubset(own, [await rowRights(db, 'users', otherId)]);
}
