import type { FieldSpec } from '#contract/core/mask';
import { AGREED, SERVICE_AREAS } from '#contract/freight/agreed';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { equal } from '../../../core/mask/equal.ts';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { FormDialog } from '../../../core/mask/record/FormDialog.tsx';
import { useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';

const REASON: FieldSpec = { kind: 'text', label: 'changeRequests.fields.reason', multiline: true, maxLength: 500 };

/** Asks the other side for changes: shows the agreed data for editing and sends what differs. */
export function AskDialog({ mask, rows, onClose }: DialogProps) {
  const call = useCall();
  const t = useT();
  const [row = {}] = rows;
  const area = SERVICE_AREAS.find((name) => name === mask.area);
  const names = area ? AGREED[area].filter((name) => mask.fields[name] !== undefined) : [];
  const fields: Record<string, FieldSpec> = {
    ...Object.fromEntries(names.flatMap((name) => (mask.fields[name] ? [[name, mask.fields[name]]] : []))),
    reason: REASON,
  };
  const start: Row = {
    ...Object.fromEntries(names.map((name) => [name, row[name]])),
    ...Object.fromEntries(names.map((name) => [`${name}Label`, row[`${name}Label`]])),
  };
  const changesIn = (values: Row): Row =>
    Object.fromEntries(names.filter((name) => !equal(values[name], row[name])).map((name) => [name, values[name]]));
  return (
    <FormDialog
      title={t('changeRequests.actions.ask')}
      subject={asText(row['no'])}
      fields={fields}
      start={start}
      ready={(values) => Object.keys(changesIn(values)).length > 0}
      send={async (values, intent) => {
        const body = { area, values: changesIn(values), reason: asText(values['reason']) };
        const path = `/v0/changeRequests/of/${encodeURIComponent(asText(row['id']))}`;
        await call('POST', path, { body, intent, handles: ['InvalidInput'] });
      }}
      onClose={onClose}
    >
      <p className="m-quiet">{t('changeRequests.page.hint')}</p>
    </FormDialog>
  );
}
