import Input, { type InputRef } from 'antd/es/input';
import Modal from 'antd/es/modal';
import { useRef, useState } from 'react';
import type { Part } from '#contract/bank/proposal';
import type { FieldSpec } from '#contract/core/mask';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import '../../../core/mask/record/record.css';
import { Whole } from '../../../core/mask/kinds/Whole.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';
import { partsFor, RESTS, restOf, restsFor } from './split-parts.ts';
import type { Candidate, DeskEntry } from './types.ts';

type Props = { entry: DeskEntry; onBook: (parts: Part[]) => void; onClose: () => void };

const ACCOUNT: Record<string, FieldSpec> = {
  accountId: { kind: 'reference', label: 'bankRules.fields.accountId', area: 'accounts', required: true },
  taxId: { kind: 'reference', label: 'bankRules.fields.taxId', area: 'tax' },
  text: { kind: 'text', label: 'bankRules.fields.text', maxLength: 200 },
};

/** Books an entry by hand: documents of one party, and what becomes of the difference. */
export function SplitDialog({ entry, onBook, onClose }: Props) {
  const t = useT();
  const { money, date } = useFormat();
  const search = useRef<InputRef>(null);
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<Candidate[]>([]);
  const [values, setValues] = useState<Row>({});
  const found = useRead<Candidate[]>(`/v0/bankEntries/${entry.id}/candidates`, {
    queryKey: ['bankEntries', 'candidates', entry.id, words],
    params: { q: words },
    keepFormer: true,
    gcTime: 0,
  });
  const [first] = chosen;
  // A payment is of one party.
  const rows = [
    ...chosen,
    ...(found.data ?? []).filter(({ id, partyId }) => !chosen.some((one) => one.id === id) && (!first || partyId === first.partyId)),
  ];
  const rests = restsFor(entry, chosen);
  const given = RESTS.find((one) => one === values['rest']);
  const rest = given && rests.includes(given) ? given : (rests[0] ?? null);
  const difference = restOf(entry, chosen);
  const parts = partsFor(entry, chosen, {
    rest,
    accountId: asText(values['accountId']),
    taxId: asText(values['taxId']) || null,
    text: asText(values['text']),
  });
  const toggle = (row: Candidate): void =>
    setChosen(chosen.some(({ id }) => id === row.id) ? chosen.filter(({ id }) => id !== row.id) : [...chosen, row]);
  const fields: Record<string, FieldSpec> = {
    ...(rests.length > 1
      ? {
          rest: {
            kind: 'choice',
            label: 'bankEntries.desk.rest',
            options: rests.map((value) => ({ value, label: `bankEntries.desk.rests.${value}` })),
          } as const,
        }
      : {}),
    ...(rest === 'account' ? ACCOUNT : {}),
  };
  return (
    <Modal
      open
      width={760}
      title={`${t('bankEntries.desk.split')} · ${money(entry.amount, entry.currency)}`}
      okText={t('bankEntries.desk.accept')}
      cancelText={t('buttons.cancel')}
      okButtonProps={{ disabled: parts === null }}
      onOk={() => parts && onBook(parts)}
      onCancel={onClose}
      // The dialog takes the focus for itself when it opens.
      afterOpenChange={(open) => open && search.current?.focus()}
    >
      <Input
        ref={search}
        value={words}
        maxLength={80}
        placeholder={t('bankEntries.desk.search')}
        aria-label={t('bankEntries.desk.search')}
        onChange={({ target }) => setWords(target.value)}
      />
      <PageTable
        label={t('bankEntries.desk.split')}
        note={found.isSuccess && rows.length === 0 ? <p className="m-quiet">{t('bankEntries.desk.noCandidates')}</p> : null}
        className="bk-candidates"
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <label className="bk-check">
                <input type="checkbox" checked={chosen.some(({ id }) => id === row.id)} onChange={() => toggle(row)} />{' '}
                <Whole text={row.no} />
              </label>
            </td>
            <td className="m-name">{row.party}</td>
            <td className="m-figures bk-day">{date(row.day)}</td>
            <td className="m-figures m-end">{money(row.open, row.currency)}</td>
          </tr>
        ))}
      </PageTable>
      <p role="status">{t('bankEntries.desk.difference', { amount: money(difference, entry.currency) })}</p>
      <AskForm fields={fields} values={{ ...values, rest }} errors={[]} onChange={setValues} />
    </Modal>
  );
}
