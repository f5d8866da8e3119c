import { sql } from 'drizzle-orm';
import { dayNumber } from '#contract/core/house-day';
import { LETTER_PREFIX } from '#contract/money/dunning-states';
import type { Db } from '../../../core/db/client.ts';
import { command, statement } from '../../../core/db/statement.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { dunningLetters } from '../dunning-letters/table.ts';
import { dunningRuns } from '../dunning-runs/table.ts';
import { today } from '../entry.ts';
import { dunningItems } from '../tables.ts';
import { countAgain } from './count-run.ts';
import { decideOverdue, type Group } from './decide-overdue.ts';
import { activeSchemes, type PartyScheme } from './open-items.ts';
import { letterSources, proposeLetter } from './propose-letter.ts';

const DUNNING_LOCK = 727;
/** Advisory lock: one run is prepared at a time, so that no item is proposed twice. Held until the end of the transaction. */
export const lockDunning = command(() => sql`select pg_advisory_xact_lock(${DUNNING_LOCK}::bigint)`);
const takeLetterNo = statement({ no: dunningLetters.no }, () => sql`select ${LETTER_PREFIX}::text || nextval('dunning_letter_no') as no`);

/**
 * Prepares a run: a letter for each party and currency, and the overdue items that are left out with their reasons. Nothing is sent.
 * @returns its id @throws DomainError StateRefused `noScheme`, `nothingOverdue`
 */
export async function prepareRun(tx: Db): Promise<string> {
  await lockDunning(tx);
  const day = await today(tx);
  const schemes = await activeSchemes(tx);
  if (schemes.length === 0) throw new DomainError('StateRefused', 'dunningRuns.refusals.noScheme');
  const groups = await decideOverdue(tx, day, schemes);
  if (groups.length === 0) throw new DomainError('StateRefused', 'dunningRuns.refusals.nothingOverdue');
  return writeRun(tx, day, schemes, groups);
}

/** Writes a run with the items of these groups, and a letter for each group that has something to ask for. @returns its id */
export async function writeRun(tx: Db, day: string, schemes: readonly PartyScheme[], groups: readonly Group[]): Promise<string> {
  const sources = await letterSources(tx, day, schemes);
  const letters = groups.filter(({ items }) => items.some(({ reason }) => reason === null));
  const [run] = await tx.insert(dunningRuns).values({ asOf: day }).returning({ id: dunningRuns.id });
  if (!run) throw new Error('no dunning run was written');
  const letterOf = new Map<string, { id: string; interestOf: Map<string, number> }>();
  for (const group of letters) {
    const made = await proposeLetter(tx, sources, group, async () => (await takeLetterNo.one(tx)).no);
    if (!made) {
      for (const item of group.items) item.reason ??= 'noParty';
      continue;
    }
    const { no, party, level, due, interest, flatSum, fee, payUntil, paper, interestOf, levels } = made;
    const { merchantId = null, customerId = null } = group.items[0] ?? {};
    const row = { no, runId: run.id, merchantId, customerId, partyName: party.name, currency: group.currency };
    const [letter] = await tx
      .insert(dunningLetters)
      .values({ ...row, level, due, interest, flatSum, fee, payUntil, paper })
      .returning({ id: dunningLetters.id });
    if (letter) for (const invoiceId of levels.keys()) letterOf.set(invoiceId, { id: letter.id, interestOf });
  }
  await tx.insert(dunningItems).values(
    groups
      .flatMap(({ items }) => items)
      .map(({ invoiceId, level, open, disputed, dueOn, reason, nextOn }) => {
        const letter = letterOf.get(invoiceId);
        return {
          runId: run.id,
          letterId: letter?.id ?? null,
          invoiceId,
          level,
          open,
          disputed,
          interest: letter?.interestOf.get(invoiceId) ?? 0,
          daysLate: dayNumber(day) - dayNumber(dueOn),
          reason,
          nextOn,
          live: reason === null,
        };
      }),
  );
  await countAgain(tx, { runId: run.id });
  return run.id;
}
