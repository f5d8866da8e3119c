import { Link } from 'react-router';
import { API } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import { HOUSE_CURRENCY } from '#contract/money/scale';
import { HOUSE_COUNTRY } from '#contract/money/vat';
import { COMPANY_FIELDS, type Setup, type StoredCompany } from '#contract/settings/setup';
import { useRows } from '../../core/mask/data.ts';
import { asText } from '../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../core/mask/list/states.tsx';
import { AskForm } from '../../core/mask/record/AskForm.tsx';
import { showToast } from '../../providers/feedback.ts';
import { useFormat } from '../../providers/format.ts';
import { useT } from '../../providers/i18n.ts';
import { useCall, useRead } from '../../providers/use-call.ts';
import { useIntent } from '../../providers/use-intent.ts';
import { ADDRESS_FIELDS } from './address-fields.ts';
import { StepFrame, type StepProps, useGoOn } from './StepFrame.tsx';
import { SETUP_KEY } from './use-setup.ts';
import { useStepForm } from './use-step-form.ts';

const COMPANY: Record<string, FieldSpec> = {
  name: { kind: 'text', label: 'setup.company.company', required: true, maxLength: 160 },
  vatId: { kind: 'text', label: 'merchants.fields.vatId', help: 'setup.company.vatIdHelp', maxLength: 30, mono: true },
  bank: { kind: 'text', label: 'setup.company.bank', help: 'setup.company.bankHelp', maxLength: 200 },
};
const CONTACT: Record<string, FieldSpec> = {
  phone: { kind: 'phone', label: 'mask.address.phone' },
  email: { kind: 'email', label: 'mask.address.email' },
};

/** The tax rates of the house. They are those of Germany, because the tax rules of the books are. */
function TaxRates({ country }: { country: string }) {
  const t = useT();
  const { number } = useFormat();
  const { data } = useRows('tax', { limit: 20, cursor: null, search: '', sort: 'code', back: false, filters: [] });
  const rates = [...(data?.data ?? [])].sort((one, other) => Number(other['rate']) - Number(one['rate']));
  return (
    <section className="su-card su-tax">
      <h2>{t('setup.company.tax')}</h2>
      <p>{t('setup.company.currency', { currency: HOUSE_CURRENCY })}</p>
      {country === HOUSE_COUNTRY ? null : <p className="m-bar m-bar-wait">{t('setup.company.otherCountry')}</p>}
      <ul>
        {rates.map((row) => (
          <li key={asText(row['id'])}>
            <span>{asText(row['name'])}</span>
            <b>{number(Number(row['rate'] ?? 0) / 10_000, { style: 'percent', maximumFractionDigits: 2 })}</b>
          </li>
        ))}
      </ul>
      <p className="m-quiet">
        {t('setup.company.taxHint')} <Link to="/settings/tax">{t('setup.company.taxOpen')}</Link>
      </p>
    </section>
  );
}

function CompanyForm({ stored, ...props }: StepProps & { stored: StoredCompany }) {
  const t = useT();
  const call = useCall();
  const intent = useIntent();
  const goOn = useGoOn();
  const form = useStepForm('company', { ...stored, country: stored.country || HOUSE_COUNTRY });
  const { values, errors, change } = form;
  const save = (): void =>
    void form.save({ ...COMPANY, ...ADDRESS_FIELDS, ...CONTACT }, async () => {
      const body = Object.fromEntries(COMPANY_FIELDS.map((field) => [field, asText(values[field])]));
      const options = { body, intent: intent(JSON.stringify(body)), handles: ['InvalidInput'] } as const;
      const setup = await call<Setup>('PUT', `${API}/setup/company`, options);
      showToast('success', t('setup.company.saved', { name: asText(values['name']) }));
      await props.reload();
      goOn(setup, 'company');
    });
  return (
    <StepFrame {...props} step="company" dirty={form.dirty} action={{ label: t('setup.saveAndContinue'), run: save, busy: form.busy }}>
      <AskForm heading={t('setup.company.name')} fields={COMPANY} values={values} errors={errors} onChange={change} />
      <AskForm
        heading={t('setup.company.address')}
        fields={{ ...ADDRESS_FIELDS, ...CONTACT }}
        values={values}
        errors={errors}
        onChange={change}
      />
      <TaxRates country={asText(values['country'])} />
    </StepFrame>
  );
}

/** Step 1: the company on documents and labels, and the tax rates. */
export function CompanyStep(props: StepProps) {
  const { data, error, refetch } = useRead<StoredCompany>(`${API}/setup/company`, { queryKey: [...SETUP_KEY, 'company'] });
  if (data) return <CompanyForm {...props} stored={data} />;
  return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={6} />;
}
