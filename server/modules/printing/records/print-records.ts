import { type DataOf, DOCUMENTS, type DocumentName } from '#contract/printing/documents';
import { requirePrivilege } from '../../../core/http/actor.ts';
import type { Areas } from '../../../core/http/area.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { becomeHouse } from '../../../core/http/write.ts';
import { type Build, type Builder, readHouse } from './builder.ts';
import { dunningLetter } from './dunning.ts';
import { cmr, proofOfDelivery } from './freight.ts';
import { itemLabel, serialLabel } from './goods.ts';
import { creditNote, invoice } from './invoices.ts';
import { loadingList } from './loading.ts';
import { deliveryNote, packlist, receivingSheet, returnSlip } from './orders.ts';
import { returnLabel, transportLabel } from './parcels.ts';
import { picklist } from './picklists.ts';
import { compartmentLabel } from './places.ts';
import { quotation } from './quotations.ts';
import { customerStatement, merchantStatement } from './statements.ts';
import { boxLabel, palletLabel } from './units.ts';

type OfRows = { [N in DocumentName]: (typeof DOCUMENTS)[N]['of'] extends string ? N : never }[DocumentName];

/** One builder for each document with rows. The type requires an entry for each. */
const BUILDERS: Record<OfRows, Builder> = {
  transportLabel,
  returnLabel,
  boxLabel,
  palletLabel,
  itemLabel,
  serialLabel,
  compartmentLabel,
  picklist,
  packlist,
  deliveryNote,
  loadingList,
  proofOfDelivery,
  cmr,
  receivingSheet,
  returnSlip,
  merchantStatement,
  customerStatement,
  dunningLetter,
  quotation,
  invoice,
  creditNote,
};
const isOfRows = (document: DocumentName): document is OfRows => Object.hasOwn(BUILDERS, document);

export type Printing = Pick<Build, 'tx' | 'config' | 'actor' | 'options'> & { areas: Areas };

/**
 * The data of a document: one record per id, in the same order. The rows must be in the actor's scope. Related data is read with the rights
 * of the house in the same transaction.
 * @throws DomainError NotAllowed without the area's read privilege; NotFound for a row that is missing, deleted or of another merchant;
 * InvalidInput for a document without rows
 */
export async function printRecords<N extends DocumentName>(
  printing: Printing,
  document: N,
  asked: readonly string[],
): Promise<DataOf<N>[]> {
  const { tx, areas, actor } = printing;
  if (!isOfRows(document)) throw invalid([{ path: 'document', rule: 'choice' }]);
  const { of, schema } = DOCUMENTS[document];
  const entry = areas.get(of);
  if (!entry) throw new Error(`${document} is made of the unknown area ${of}`);
  requirePrivilege(actor, `${of}.read`);
  const ids = [...new Set(asked)];
  const rows = await selectRows(tx, areas, entry, actor, ids, { trash: false });
  if (rows.length < ids.length) throw new DomainError('NotFound');
  await becomeHouse(tx);
  const records = await BUILDERS[document]({ ...printing, house: await readHouse(tx), ids, rows });
  return asked.map((id) => schema.parse(records.get(id)) as DataOf<N>);
}
