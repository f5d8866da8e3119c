import { sql } from 'drizzle-orm';
import { allows } from '#contract/core/access';
import type { PrintRequest } from '#contract/core/live';
import { DOCUMENTS, type DocumentName } from '#contract/printing/documents';
import type { Db } from '../../core/db/client.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import type { Actor } from '../../core/http/actor.ts';
import { requirePrivilege } from '../../core/http/actor.ts';
import type { Areas } from '../../core/http/area.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { selectRows } from '../../core/http/select.ts';
import { roles } from '../access/roles/table.ts';
import { keepMessage, peopleOfRole, textFor } from '../support/index.ts';

/** Roles that print for others. */
const PRINTING_ROLES = ['warehouse', 'printShipment'] as const;
/** Documents that the notice prints with one click. The others are previewed first (src/layout/LiveHost.tsx). */
const TYPES: Partial<Record<DocumentName, PrintRequest['type']>> = { itemLabel: 'printItemDesc', serialLabel: 'printSN' };

type Asking = { tx: Db; areas: Areas; actor: Actor };

const findRoles = statement(
  { key: roles.key, privileges: cell.texts },
  () => sql`select r.key, array(select p.key from privileges p where p.id = any(r.privilege_ids) and p.deleted_at is null) as privileges
      from roles r where r.deleted_at is null and r.key in ('warehouse', 'printShipment')`,
);

const insertEvent = command(
  ({ id, payload }: { id: string; payload: string }) =>
    sql`insert into live_event (kind, user_id, payload) values ('print', ${id}::uuid, ${payload}::jsonb)`,
);

/** Printing roles that may read the area; others could not open what the notice refers to. */
async function rolesThatRead(tx: Db, area: string): Promise<string[]> {
  const found = await findRoles(tx);
  const reads = new Set(found.filter((role) => allows(new Set(role.privileges), `${area}.read`)).map(({ key }) => key));
  return PRINTING_ROLES.filter((role) => reads.has(role));
}

/**
 * Asks warehouse staff to print a document of these rows: signed-in users get a notice with a button, the others a message. Returns how
 * many were asked. The rows must be in the actor's scope.
 * @throws DomainError NotAllowed without the area's read privilege; NotFound for a missing row; InvalidInput if nobody can print
 */
export async function askToPrint({ tx, areas, actor }: Asking, document: DocumentName, ids: readonly string[]): Promise<number> {
  const { of } = DOCUMENTS[document];
  const entry = of === null ? undefined : areas.get(of);
  if (!entry) throw invalid([{ path: 'document', rule: 'choice' }]);
  requirePrivilege(actor, `${entry.area.name}.read`);
  const wanted = [...new Set(ids)];
  const rows = await selectRows(tx, areas, entry, actor, wanted, { trash: false });
  if (rows.length < wanted.length) throw new DomainError('NotFound');
  const readers = await rolesThatRead(tx, entry.area.name);
  const found = (await Promise.all(readers.map((role) => peopleOfRole(tx, role)))).flat();
  const people = [...new Map(found.map((person) => [person.id, person])).values()].filter(({ id }) => id !== actor.userId);
  if (people.length === 0) throw invalid([{ path: 'document', rule: 'reference' }]);
  const link = `/print?${new URLSearchParams({ document, pk: wanted.join(',') }).toString()}`;
  const params = { name: actor.name, count: String(wanted.length) };
  for (const person of people) {
    const title = textFor(person.locale, 'print.request.title', params);
    const text = `${textFor(person.locale, `print.documents.${document}`, {})} (${wanted.length})`;
    await keepMessage(tx, [person], () => ({ title, text, link }), actor.userId);
    const payload: PrintRequest = { type: TYPES[document] ?? 'previewUrl', title: `${title}: ${text}`, url: link, data: { ids: wanted } };
    await insertEvent(tx, { id: person.id, payload: JSON.stringify(payload) });
  }
  return people.length;
}
