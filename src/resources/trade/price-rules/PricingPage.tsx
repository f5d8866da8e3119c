import { useState } from 'react';
import { Link } from 'react-router';
import { CURRENCIES } from '#contract/core/fields';
import { houseToday } from '#contract/core/house-day';
import type { FieldSpec } from '#contract/core/mask';
import { PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { useText } from '../../../core/mask/field-context.ts';
import { isNothing, type Row } from '../../../core/mask/kinds/kind.ts';
import { formatNumber } from '../../../core/mask/kinds/numbers.ts';
import { LoadError } from '../../../core/mask/list/states.tsx';
import { TableHead } from '../../../core/mask/PageTable.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { useSettled } from '../../../core/mask/use-settled.ts';
import { fieldErrors } from '../../../providers/call-error.ts';
import { useFormat } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';
import '../../../core/mask/mask.css';
import '../../../core/mask/record/record.css';
import './pricing.css';

type Part = { from: number; quantity: number; unitPrice: number };
/** The answer of `POST /v0/priceRules/simulate` (server/modules/trade/price-rules/routes.ts). */
type Priced = {
  rule: { id: string; name: string; own: boolean; mode: 'tier' | 'graduated'; per: 'fact' | 'order' | 'day' | 'month'; minAmount: number };
  markup: { id: string; name: string; markup: number } | null;
  ties: { id: string; name: string }[];
  quantity: number;
  parts: Part[];
  topUp: number;
  amount: number;
};

const FIELDS: Record<string, FieldSpec> = {
  categoryId: { kind: 'reference', area: 'quotationCategories', label: 'priceRules.fields.categoryId', required: true },
  quantity: { kind: 'number', min: 0, label: 'priceRules.simulate.quantity', required: true },
  currency: {
    kind: 'choice',
    label: 'priceRules.fields.currency',
    required: true,
    options: CURRENCIES.map((value) => ({ value, label: { en: value, cn: value, de: value } })),
  },
  date: { kind: 'date', label: 'priceRules.simulate.date', required: true },
  merchantId: { kind: 'reference', area: 'merchants', label: 'priceRules.fields.merchantId' },
  tariffId: { kind: 'reference', area: 'tariffs', label: 'priceRules.simulate.tariff', help: 'priceRules.simulate.tariffHelp' },
  country: { kind: 'text', pattern: 'countryCode', maxLength: 2, label: 'priceRules.simulate.country' },
  carrierId: { kind: 'reference', area: 'carriers', label: 'priceRules.simulate.carrier' },
  zone: { kind: 'text', maxLength: 20, label: 'priceRules.simulate.zone' },
  weight: { kind: 'weight', label: 'priceRules.simulate.weight' },
};

const start = (): Row => ({ currency: 'EUR', quantity: 1, date: houseToday() });

/** The request body: without empty fields, quantity in thousandths. */
const bodyOf = ({ quantity, ...row }: Row): Row => ({
  ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== '' && value !== undefined)),
  quantity: Math.round(Number(quantity) * 10 ** QTY_SCALE),
});

function Result({ priced, currency }: { priced: Priced; currency: string }) {
  const t = useT();
  const locale = useLocale();
  const { money } = useFormat();
  const quantity = (n: number): string => formatNumber(n / 10 ** QTY_SCALE, locale, 0, QTY_SCALE);
  const price = (n: number): string => `${formatNumber(n / 10 ** PRICE_SCALE, locale, 2, PRICE_SCALE)}\u00a0${currency}`;
  return (
    <>
      <p className="px-amount">{money(priced.amount, currency)}</p>
      <p>
        {t(priced.rule.own ? 'priceRules.simulate.byOwn' : 'priceRules.simulate.byBase')}{' '}
        <Link to={`/meta/baseQuotation/${priced.rule.id}`}>{priced.rule.name}</Link>
      </p>
      <table className="m-table">
        <TableHead
          columns={[
            { label: t('priceRules.bands.from') },
            { label: t('priceRules.simulate.quantity') },
            { label: t('priceRules.bands.price') },
          ]}
        />
        <tbody>
          {priced.parts.map((part) => (
            <tr key={part.from}>
              <td className="m-figures">{quantity(part.from)}</td>
              <td className="m-figures">{quantity(part.quantity)}</td>
              <td className="m-figures">{price(part.unitPrice)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {priced.markup ? (
        <p>
          {t('priceRules.simulate.markup', { percent: formatNumber(priced.markup.markup / 100, locale, 0, 2) })}{' '}
          <Link to={`/meta/baseQuotation/${priced.markup.id}`}>{priced.markup.name}</Link>
        </p>
      ) : null}
      {priced.rule.per === 'fact' ? null : <p>{t(`priceRules.simulate.per.${priced.rule.per}`)}</p>}
      {priced.topUp > 0 ? <p>{t('priceRules.simulate.least', { amount: money(priced.rule.minAmount, currency) })}</p> : null}
      {priced.ties.length > 0 ? (
        <p className="px-tie" role="note">
          {t('priceRules.simulate.ties')}{' '}
          {priced.ties.map(({ id, name }, n) => (
            <span key={id}>
              {n > 0 ? ', ' : ''}
              <Link to={`/meta/baseQuotation/${id}`}>{name}</Link>
            </span>
          ))}
        </p>
      ) : null}
    </>
  );
}

/** Fields without which no price can be calculated. */
const NEEDED = Object.entries(FIELDS).filter(([, spec]) => spec.required);

/** `/meta/quotationPricingConfig`: calculates an example price with the current rules while the fields are filled in, and shows which rule applied and how. */
export function PricingPage() {
  const t = useT();
  const text = useText();
  const [values, setValues] = useState(start);
  const missing = NEEDED.filter(([name]) => isNothing(values[name])).map(([, spec]) => text(spec.label));
  // One calculation once the user pauses, not one for each letter.
  const settled = useSettled(JSON.stringify(bodyOf(values)));
  const simulated = useRead<Priced | null>('/v0/priceRules/simulate', {
    queryKey: ['data', 'default', 'priceRules', 'simulate', settled],
    body: JSON.parse(settled),
    enabled: missing.length === 0,
    handles: ['InvalidInput'],
    retry: false,
    keepFormer: true,
  });
  const errors = simulated.isError ? fieldErrors(simulated.error) : [];
  const priced = simulated.data;
  return (
    <div className="px-page">
      <header>
        <h1>{t('menu.priceSimulator')}</h1>
        <p className="m-quiet">
          {t('priceRules.simulate.intro')} <Link to="/meta/baseQuotation">{t('menu.baseQuotation')}</Link> ·{' '}
          <Link to="/accounting/compare-tariffs">{t('priceRules.simulate.month')}</Link>
        </p>
      </header>
      <form className="px-form" onSubmit={(event) => event.preventDefault()}>
        <AskForm fields={FIELDS} values={values} errors={errors} onChange={setValues} heading={t('priceRules.simulate.case')} />
      </form>
      <section className="px-result" aria-live="polite" aria-label={t('priceRules.simulate.result')}>
        <h2>{t('priceRules.simulate.result')}</h2>
        {missing.length > 0 ? (
          <p className="m-quiet">{t('priceRules.simulate.missing', { fields: missing.join(', ') })}</p>
        ) : simulated.isError && errors.length === 0 ? (
          <LoadError error={simulated.error} onRetry={() => void simulated.refetch()} />
        ) : errors.length > 0 ? (
          <p className="m-quiet">{t('priceRules.simulate.faulty')}</p>
        ) : priced ? (
          <Result priced={priced} currency={String(values['currency'])} />
        ) : simulated.isSuccess ? (
          <p className="m-quiet">{t('priceRules.simulate.none')}</p>
        ) : null}
      </section>
    </div>
  );
}
