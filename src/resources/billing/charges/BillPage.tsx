import { useState } from 'react';
import { Link } from 'react-router';
import { houseToday } from '#contract/core/house-day';
import type { FieldSpec } from '#contract/core/mask';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { useLastChoice } from '../../../core/mask/last-choice.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { formatDate, formatMoney, formatNumber } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';
import { useUser } from '../../../providers/user.ts';
import { MonthSwitch } from './MonthSwitch.tsx';
import '../../../core/mask/mask.css';
import '../../../core/mask/record/record.css';
import './billing.css';

type Texts = Record<'en' | 'de' | 'cn', string>;
type Line = { categoryId: string; text: Texts; unit: string; qty: number | null; count: number; amount: number; topUp: number };
type Bill = {
  month: string;
  currency: string;
  until: string;
  lines: Line[];
  days: { day: string; amount: number }[];
  net: number;
  forecast: number;
  minimum: number;
  unpriced: number;
};

const MERCHANT: Record<string, FieldSpec> = { merchantId: { kind: 'reference', area: 'merchants', label: 'charges.bill.of' } };
const chargesOf = (month: string, until: string, merchantId: string, categoryId?: string): string =>
  `/mEP/charges?${new URLSearchParams({
    ...(merchantId === '' ? {} : { 'f.merchantId': merchantId }),
    'f.happenedOn.gte': `${month}-01`,
    'f.happenedOn.lte': until,
    ...(categoryId ? { 'f.categoryId': categoryId } : {}),
  })}`;

/** A merchant's bill of the month as it grows: what it comes to today, where it is heading, and every line down to its charges. */
export function BillPage() {
  const t = useT();
  const locale = useLocale();
  const now = houseToday().slice(0, 7);
  const [month, setMonth] = useState(now);
  // The house looks at the bill of one of its merchants; a merchant has one.
  const isHouse = useUser()?.merchantId === null;
  const [merchantId, setMerchantId] = useLastChoice('bill', 'merchants', isHouse);
  const found = useRead<Bill>('/v0/charges/bill', {
    queryKey: ['data', 'default', 'charges', 'bill', month, merchantId],
    keepFormer: true,
    enabled: !isHouse || merchantId !== '',
    params: { month, ...(merchantId === '' ? {} : { merchantId }) },
  });
  const bill = found.data;
  const money = (amount: number): string => formatMoney(amount, bill?.currency ?? 'EUR', locale);
  const today = bill?.days.find(({ day }) => day === houseToday());
  const topUps = bill?.lines.reduce((sum, { topUp }) => sum + topUp, 0) ?? 0;
  return (
    <div className="m-page">
      <h1>{t('menu.myBill')}</h1>
      <p className="m-quiet">{t('charges.bill.intro')}</p>
      {isHouse ? (
        <AskForm fields={MERCHANT} values={{ merchantId }} errors={[]} onChange={(values) => setMerchantId(asText(values['merchantId']))} />
      ) : null}
      <MonthSwitch month={month} onChange={setMonth} />
      {isHouse && merchantId === '' ? <p className="m-quiet">{t('charges.bill.choose')}</p> : null}
      {found.isError ? <LoadError error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isLoading ? <ListSkeleton /> : null}
      {bill ? (
        <>
          <dl className="bl-figures">
            <div>
              <dt>{t('charges.bill.soFar', { day: formatDate(bill.until) })}</dt>
              <dd>{money(bill.net)}</dd>
            </div>
            {today ? (
              <div>
                <dt>{t('charges.bill.today')}</dt>
                <dd>{money(today.amount)}</dd>
              </div>
            ) : null}
            {month === now ? (
              <div>
                <dt>{t('charges.bill.forecast')}</dt>
                <dd>{money(bill.forecast)}</dd>
              </div>
            ) : null}
            {bill.minimum > 0 ? (
              <div>
                <dt>{t(bill.net >= bill.minimum ? 'charges.bill.minimumReached' : 'charges.bill.minimumOpen')}</dt>
                <dd>{money(bill.minimum)}</dd>
              </div>
            ) : null}
          </dl>
          {bill.unpriced > 0 ? <p>{t('charges.bill.unpriced', { count: bill.unpriced })}</p> : null}
          {bill.lines.length === 0 ? <p>{t('charges.bill.none')}</p> : null}
          {bill.lines.length > 0 ? (
            <PageTable
              label={t('menu.myBill')}
              columns={[
                { label: t('charges.fields.categoryId') },
                { label: t('charges.bill.cases'), end: true, className: 'bl-wide' },
                { label: t('charges.fields.qty'), end: true },
                { label: t('charges.bill.amount'), end: true },
              ]}
              foot={
                <tr>
                  <th scope="row">{t('charges.bill.net')}</th>
                  <td className="bl-wide" />
                  <td />
                  <td className="m-figures m-end">{money(bill.net)}</td>
                </tr>
              }
            >
              {bill.lines.map((line) => (
                <tr key={line.categoryId}>
                  <td className="m-name">
                    <Link to={chargesOf(month, bill.until, merchantId, line.categoryId)}>{line.text[locale]}</Link>
                  </td>
                  <td className="m-figures m-end bl-wide">{formatNumber(line.count, {}, locale)}</td>
                  <td className="m-figures m-end">
                    {line.qty === null
                      ? ''
                      : t(`quotationCategories.amounts.${line.unit}`, {
                          count: line.qty / 1000,
                          n: formatNumber(line.qty / 1000, { maximumFractionDigits: 3 }, locale),
                        })}
                  </td>
                  <td className="m-figures m-end">{money(line.amount)}</td>
                </tr>
              ))}
              {topUps === 0 ? null : (
                <tr>
                  <td className="m-name">{t('charges.fields.topUp')}</td>
                  <td className="bl-wide" />
                  <td />
                  <td className="m-figures m-end">{money(topUps)}</td>
                </tr>
              )}
            </PageTable>
          ) : null}
        </>
      ) : null}
    </div>
  );
}
