import type { FieldSpec } from '#contract/core/mask';
import { useInvalidate } from '../../../core/mask/data.ts';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asNumber, asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { FormDialog } from '../../../core/mask/record/FormDialog.tsx';
import { showNotice } from '../../../providers/feedback.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';

/** What is asked for: the party, the order that is billed or the bill that is credited, and a reason where something is wrong. */
function fieldsOf(isCredit: boolean, needsReason: boolean): Record<string, FieldSpec> {
  return {
    supplierId: { kind: 'reference', area: 'suppliers', label: 'incomingBills.fields.supplierId' },
    carrierId: { kind: 'reference', area: 'carriers', label: 'incomingBills.page.carrier', help: 'incomingBills.page.carrierHelp' },
    ...(isCredit
      ? { creditsId: { kind: 'reference', area: 'bills', label: 'incomingBills.page.credits' } as const }
      : { purchaseOrderId: { kind: 'reference', area: 'purchaseOrders', label: 'incomingBills.fields.purchaseOrderId' } as const }),
    ...(needsReason
      ? {
          reason: {
            kind: 'text',
            label: 'incomingBills.page.reason',
            help: 'incomingBills.page.reasonHelp',
            required: true,
            multiline: true,
            maxLength: 500,
          } as const,
        }
      : {}),
  };
}

/** Takes an invoice over as a bill. The proposed supplier and order stand in the form; a person confirms them. */
export function TakeOverDialog({ rows, onClose }: DialogProps) {
  const t = useT();
  const call = useCall();
  const invalidate = useInvalidate();
  const [row = {}] = rows;
  const needsReason = (asNumber(row['faults']) ?? 0) > 0;
  const fields = fieldsOf(row['kind'] === 'credit', needsReason);
  // The carrier that sent it, if the file names it as the seller. Else a person chooses.
  const isOfCarrier = Boolean(row['carrierId']) && row['carrierBy'] !== 'none' && row['supplierBy'] !== 'person';
  const start: Row = {
    ...(isOfCarrier
      ? { carrierId: row['carrierId'], carrierIdLabel: row['carrierIdLabel'] }
      : { supplierId: row['supplierId'], supplierIdLabel: row['supplierIdLabel'] }),
    ...(row['kind'] === 'credit' ? {} : { purchaseOrderId: row['purchaseOrderId'], purchaseOrderIdLabel: row['purchaseOrderIdLabel'] }),
  };
  const send = async (values: Row, intent: string): Promise<void> => {
    const body = Object.fromEntries(Object.keys(fields).map((name) => [name, values[name] || null]));
    const path = `/v0/incomingBills/${encodeURIComponent(asText(row['id']))}/takeOver`;
    const { no } = await call<{ id: string; no: string }>('POST', path, { body, intent, handles: ['InvalidInput'] });
    await Promise.all([invalidate('incomingBills'), invalidate('bills')]);
    showNotice({ kind: 'success', title: t('incomingBills.page.takenOver', { no }) });
  };
  return (
    <FormDialog
      title={t('incomingBills.actions.takeOver')}
      subject={`${asText(row['sellerName'])} · ${asText(row['theirNo'])}`}
      fields={fields}
      start={start}
      // One party, not both.
      ready={(values) => Boolean(values['supplierId']) !== Boolean(values['carrierId'])}
      send={send}
      onClose={onClose}
    />
  );
}
