import { CURRENCIES, EMPTY_ADDRESS } from '#contract/core/fields';
import type { FieldSpec } from '#contract/core/mask';
import { HOUSE_COUNTRY } from '#contract/money/vat';
import type { Setup } from '#contract/settings/setup';
import { useRows, useSaveRow } from '../../core/mask/data.ts';
import { asText, type Row } from '../../core/mask/kinds/kind.ts';
import { AskForm } from '../../core/mask/record/AskForm.tsx';
import { showToast } from '../../providers/feedback.ts';
import { useT } from '../../providers/i18n.ts';
import { useIntent } from '../../providers/use-intent.ts';
import { ADDRESS_FIELDS } from './address-fields.ts';
import { StepFrame, type StepProps, useGoOn } from './StepFrame.tsx';
import { useStepForm } from './use-step-form.ts';

const MERCHANT: Record<string, FieldSpec> = {
  name: { kind: 'text', label: 'merchants.fields.name', required: true, maxLength: 160 },
  no: { kind: 'text', label: 'merchants.fields.no', required: true, maxLength: 12 },
  vatId: { kind: 'text', label: 'merchants.fields.vatId', maxLength: 30, mono: true },
  currency: {
    kind: 'choice',
    label: 'merchants.fields.currency',
    required: true,
    options: CURRENCIES.map((value) => ({ value, label: { en: value, cn: value, de: value } })),
  },
  paymentDays: { kind: 'number', label: 'merchants.fields.paymentDays', required: true, min: 0, max: 365, unit: 'd' },
};
const LOG_IN: Record<string, FieldSpec> = {
  contact: { kind: 'text', label: 'merchants.fields.contact', required: true, maxLength: 100 },
  email: { kind: 'email', label: 'merchants.fields.email', required: true },
};
const OPTIONAL = (fields: Record<string, FieldSpec>): Record<string, FieldSpec> =>
  Object.fromEntries(Object.entries(fields).map(([name, spec]) => [name, { ...spec, required: false }]));

const startOf = ({ facts }: Setup): Row => ({
  name: '',
  no: `M-${String(facts.merchants.length + 1).padStart(3, '0')}`,
  vatId: '',
  currency: 'EUR',
  paymentDays: 14,
  streetName: '',
  streetNumber: '',
  zip: '',
  city: '',
  country: HOUSE_COUNTRY,
  contact: '',
  email: '',
  logIn: false,
});

const ROLE = {
  limit: 1,
  cursor: null,
  search: '',
  sort: 'key',
  back: false,
  filters: [{ field: 'key', op: 'eq' as const, value: 'merchant' }],
};

/** Step 5: the first merchant, and a log-in if wanted. */
export function MerchantStep(props: StepProps) {
  const t = useT();
  const goOn = useGoOn();
  const saveRow = useSaveRow();
  const intent = useIntent();
  const form = useStepForm('merchant', startOf(props.setup));
  const { values, errors, change } = form;
  const logIn = values['logIn'] === true;
  const { data: roles } = useRows('roles', ROLE);
  const roleId = asText(roles?.data[0]?.['id']);
  const contact = logIn ? LOG_IN : OPTIONAL(LOG_IN);
  const text = (field: string): string => asText(values[field]).trim();

  const send = async (): Promise<void> => {
    const address = {
      ...EMPTY_ADDRESS,
      ...Object.fromEntries(Object.keys(ADDRESS_FIELDS).map((field) => [field, text(field)])),
      name1: text('name').slice(0, 100),
    };
    const { no, name, vatId, currency, paymentDays, contact: person, email } = values;
    const body = { no, name, vatId, currency, paymentDays, contact: person, email, address };
    const merchant = await saveRow('merchants', null, body, { intent: intent(JSON.stringify(body)) });
    if (logIn) {
      const user = { account: text('email'), name: text('contact'), merchantId: merchant['id'], roleIds: [roleId] };
      // The merchant exists by now. A refused log-in is created again in the step of the users.
      await saveRow('users', null, user, { intent: `${asText(merchant['id'])}-user` }).catch(() =>
        showToast('warning', t('setup.merchant.noLogIn', { account: user.account })),
      );
    }
    showToast('success', t('setup.merchant.created', { name: asText(merchant['name']) }));
    await props.reload();
    goOn(
      { ...props.setup, steps: (props.setup.steps ?? []).map((one) => (one.key === 'merchant' ? { ...one, state: 'done' } : one)) },
      'merchant',
    );
  };
  const save = (): void => void form.save({ ...MERCHANT, ...OPTIONAL(ADDRESS_FIELDS), ...contact }, send);
  return (
    <StepFrame
      {...props}
      step="merchant"
      dirty={form.dirty}
      action={{ label: t('setup.merchant.create'), run: save, busy: form.busy, disabled: logIn && roleId === '' }}
    >
      <AskForm heading={t('setup.merchant.company')} fields={MERCHANT} values={values} errors={errors} onChange={change} />
      <AskForm heading={t('setup.company.address')} fields={OPTIONAL(ADDRESS_FIELDS)} values={values} errors={errors} onChange={change} />
      <AskForm heading={t('setup.merchant.contact')} fields={contact} values={values} errors={errors} onChange={change} />
      <label className="m-inline">
        <input
          type="checkbox"
          className="m-check"
          checked={logIn}
          onChange={(event) => change({ ...values, logIn: event.target.checked })}
        />
        {t(props.setup.mail ? 'setup.merchant.logIn' : 'setup.merchant.logInLink')}
      </label>
    </StepFrame>
  );
}
