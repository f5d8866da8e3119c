import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { OWED_KINDS, type SetOffChoice } from '#contract/bank/set-off';
import { houseToday } from '#contract/core/house-day';
import type { FieldSpec } from '#contract/core/mask';
import { useInvalidate } from '../../../core/mask/data.ts';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import '../../../core/mask/record/record.css';
import { formatMoney, useFormat } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';
import { useIntent } from '../../../providers/use-intent.ts';
import { type Booked, SetOffDone } from './SetOffDone.tsx';
import { SetOffSide } from './SetOffSide.tsx';
import { type Amounts, isReady, openOf, proposeSides, SIDES, type Sides, sumOf, toggle } from './set-off-amounts.ts';
import './set-off.css';

type Done = { payments: Booked[]; texts: string[] };
const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind}:${id}`;

/**
 * Sets off what a company owes us against what we owe it. Opened on a merchant, customer, supplier or carrier; the other side is chosen among
 * the parties that have open documents, and the one that is the same company is chosen at first.
 */
export function SetOffDialog({ mask, rows, onClose }: DialogProps) {
  const t = useT();
  const locale = useLocale();
  const { date } = useFormat();
  const call = useCall();
  const invalidate = useInvalidate();
  const intentOf = useIntent();
  const id = asText(rows[0]?.['id']);
  const [values, setValues] = useState<Row>({});
  /** Null until somebody changes what is proposed. */
  const [typed, setTyped] = useState<Sides<Amounts> | null>(null);
  const [unread, setUnread] = useState<Readonly<Record<string, string>>>({});
  const [agreed, setAgreed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<Done | null>(null);
  const other = asText(values['other']).split(':')[1] ?? '';
  const found = useRead<SetOffChoice>('/v0/bankEntries/setOff', {
    queryKey: ['bankEntries', 'setOff', id, other],
    params: { kind: mask.area, id, ...(other === '' ? {} : { other }) },
    keepFormer: true,
    gcTime: 0,
    enabled: done === null,
  });
  const { party, others = [] } = found.data ?? {};
  const alike = others.filter(({ evidence }) => evidence.length > 0);
  const chosen = others.find((one) => keyOf(one) === values['other']) ?? (alike.length === 1 ? alike[0] : undefined);
  const currencies = [...new Set(chosen?.documents.map(({ currency }) => currency))].filter((one) =>
    party?.documents.some(({ currency }) => currency === one),
  );
  const currency = currencies.find((one) => one === values['currency']) ?? currencies[0] ?? 'EUR';
  const isOwed = OWED_KINDS.some((kind) => kind === party?.kind);
  const parties = { owed: isOwed ? party : chosen, owing: isOwed ? chosen : party };
  const inCurrency = (side: (typeof SIDES)[number]) => (parties[side]?.documents ?? []).filter((one) => one.currency === currency);
  const documents = { owed: chosen ? inCurrency('owed') : [], owing: chosen ? inCurrency('owing') : [] };
  const amounts = typed ?? proposeSides(documents);
  const difference = sumOf(amounts.owed) - sumOf(amounts.owing);
  const names = { owed: parties.owed?.name ?? '', owing: parties.owing?.name ?? '' };
  const reference = asText(values['reference'] ?? t('bankEntries.setOff.usualReference', { day: date(houseToday()) }));
  const isAsked = chosen !== undefined && chosen.evidence.length === 0;
  const ready =
    chosen !== undefined &&
    isReady(amounts, documents) &&
    Object.keys(unread).length === 0 &&
    reference.trim() !== '' &&
    (agreed || !isAsked);
  const money = (amount: number): string => formatMoney(amount, currency, locale);
  const lefts = SIDES.map((side) =>
    t(`bankEntries.setOff.lefts.${side}`, { name: names[side], amount: money(openOf(documents[side]) - sumOf(amounts[side])) }),
  );
  const fields: Record<string, FieldSpec> = {
    other: {
      kind: 'choice',
      label: `bankEntries.setOff.others.${isOwed ? 'owing' : 'owed'}`,
      required: true,
      options: others.map((one) => ({ value: keyOf(one), label: { en: one.name, de: one.name, cn: one.name } })),
    },
    ...(currencies.length > 1
      ? {
          currency: {
            kind: 'choice',
            label: 'bankEntries.fields.currency',
            required: true,
            options: currencies.map((value) => ({ value, label: { en: value, de: value, cn: value } })),
          } as const,
        }
      : {}),
  };
  const startAgain = (): void => {
    setTyped(null);
    setUnread({});
  };
  const read = (of: string): void => {
    const { [of]: _, ...rest } = unread;
    setUnread(rest);
  };
  const book = async (): Promise<void> => {
    const { owed, owing } = parties;
    if (!owed || !owing || !ready) return;
    setBusy(true);
    try {
      const side = (name: (typeof SIDES)[number], of: { kind: string; id: string }) => ({
        party: { kind: of.kind, id: of.id },
        items: Object.entries(amounts[name]).map(([item, amount]) => ({ id: item, amount })),
      });
      const body = { owed: side('owed', owed), owing: side('owing', owing), currency, reference, agreed: agreed && isAsked };
      const answer = await call<{ in: Booked; out: Booked }>('POST', '/v0/bankEntries/setOff', {
        body,
        intent: intentOf(JSON.stringify(body)),
      });
      const listed = (name: (typeof SIDES)[number]): string =>
        documents[name]
          .filter((one) => one.id in amounts[name])
          .map(({ no }) => no)
          .join(', ');
      const text = t('bankEntries.setOff.done', { amount: money(sumOf(amounts.owed)), owed: listed('owed'), owing: listed('owing') });
      setDone({ payments: [answer.in, answer.out], texts: [text, ...lefts] });
      await readAgain();
    } finally {
      setBusy(false);
    }
  };
  const readAgain = async (): Promise<void> => {
    await Promise.all([mask.area, 'payments', 'invoices', 'bills'].map((area) => invalidate(area)));
  };
  const title = [t('bankEntries.setOff.action'), party?.name].filter(Boolean).join(' · ');
  if (done)
    return (
      <Modal
        open
        width={560}
        title={title}
        footer={
          <Button type="primary" autoFocus onClick={() => onClose(true)}>
            {t('buttons.close')}
          </Button>
        }
        onCancel={() => onClose(true)}
      >
        <SetOffDone {...done} onUndone={() => void readAgain()} onLeave={() => onClose(true)} />
      </Modal>
    );
  return (
    <Modal
      open
      width={1040}
      title={title}
      okText={t('bankEntries.setOff.action')}
      cancelText={t('buttons.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !ready }}
      onOk={() => void book().catch(() => undefined)}
      onCancel={() => onClose(false)}
      maskClosable={false}
    >
      {found.isError ? <LoadError error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isLoading ? <ListSkeleton rows={4} /> : null}
      {party && others.length === 0 ? (
        <p>{t(`bankEntries.setOff.${party.documents.length === 0 ? 'nothingOpen' : 'noOther'}`, { name: party.name })}</p>
      ) : null}
      {party && others.length > 0 ? (
        <>
          <AskForm
            fields={fields}
            values={{ ...values, other: chosen ? keyOf(chosen) : null, currency }}
            errors={[]}
            onChange={(next) => {
              startAgain();
              setAgreed(false);
              setValues({ ...values, other: next['other'], currency: next['currency'] });
            }}
          />
          {chosen && !isAsked ? (
            <p className="m-quiet">
              {t('bankEntries.setOff.same', { what: chosen.evidence.map((what) => t(`bankEntries.setOff.evidence.${what}`)).join(', ') })}
            </p>
          ) : null}
          {isAsked ? (
            <label className="so-agreed">
              <input type="checkbox" checked={agreed} onChange={({ target }) => setAgreed(target.checked)} />
              <span>{t('bankEntries.setOff.agreed')}</span>
            </label>
          ) : null}
          {chosen && chosen.documents.length === 0 && found.isFetching ? <ListSkeleton rows={4} /> : null}
          {chosen && chosen.documents.length > 0 ? (
            <>
              <div className="so-sides">
                {SIDES.map((side) => (
                  <SetOffSide
                    key={side}
                    name={side}
                    title={t(`bankEntries.setOff.sides.${side}`, { name: names[side] })}
                    documents={documents[side]}
                    currency={currency}
                    amounts={amounts[side]}
                    unread={unread}
                    onToggle={(document) => {
                      read(document.id);
                      setTyped(toggle(amounts, side, document));
                    }}
                    onAmount={(of, amount) => {
                      read(of);
                      setTyped({ ...amounts, [side]: { ...amounts[side], [of]: amount } });
                    }}
                    onUnread={(of, text) => setUnread({ ...unread, [of]: text })}
                  />
                ))}
              </div>
              <p className="so-status" role="status">
                {difference === 0
                  ? lefts.join(' ')
                  : t(`bankEntries.setOff.differs.${difference > 0 ? 'owed' : 'owing'}`, { amount: money(Math.abs(difference)) })}{' '}
                {typed ? (
                  <Button size="small" onClick={startAgain}>
                    {t('bankEntries.setOff.propose')}
                  </Button>
                ) : null}
              </p>
              <AskForm
                fields={{ reference: { kind: 'text', label: 'payments.fields.reference', required: true, maxLength: 140 } }}
                values={{ reference }}
                errors={[]}
                onChange={(next) => setValues({ ...values, reference: next['reference'] ?? '' })}
              />
            </>
          ) : null}
          {chosen ? null : <p>{t('bankEntries.setOff.choose')}</p>}
        </>
      ) : null}
    </Modal>
  );
}
