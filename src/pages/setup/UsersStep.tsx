import Button from 'antd/es/button';
import { useState } from 'react';
import { STAFF_TYPE_ABOVE } from '#contract/core/limits';
import type { FieldSpec } from '#contract/core/mask';
import { titleOf, useRows, useSaveRow } from '../../core/mask/data.ts';
import { asList, asText, type Row } from '../../core/mask/kinds/kind.ts';
import { AskForm } from '../../core/mask/record/AskForm.tsx';
import { showToast } from '../../providers/feedback.ts';
import { useT } from '../../providers/i18n.ts';
import { useIntent } from '../../providers/use-intent.ts';
import { InviteDialog } from '../../resources/access/users/InviteDialog.tsx';
import { StepFrame, type StepProps } from './StepFrame.tsx';
import { useStepForm } from './use-step-form.ts';

const EMPTY: Row = { name: '', account: '', role: null };
const ALL = { cursor: null, search: '', back: false, filters: [] };

/** The users with their roles, and a link for those whose invitation is open. */
function Users({ rows, onLink }: { rows: readonly Row[]; onLink: (row: Row) => void }) {
  const t = useT();
  return (
    <section className="su-card">
      <h2>{t('setup.users.known')}</h2>
      <ul className="su-users">
        {rows.map((row) => (
          <li key={asText(row['id'])}>
            <span>
              <b>{asText(row['name'])}</b> <span className="m-quiet">{asText(row['account'])}</span>
            </span>
            <span>{asList(row['roleIdsLabels']).join(', ')}</span>
            {row['hasPassword'] === true ? (
              <span className="m-quiet">{t('setup.users.active')}</span>
            ) : (
              <Button size="small" onClick={() => onLink(row)}>
                {t('users.actions.invite')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Step 7: the first users. Each gets an invitation by e-mail, or a link to pass on. */
export function UsersStep(props: StepProps) {
  const t = useT();
  const saveRow = useSaveRow();
  const intent = useIntent();
  const form = useStepForm('users', EMPTY);
  const { values, errors, change } = form;
  const [linked, setLinked] = useState<Row | null>(null);
  const users = useRows('users', { ...ALL, limit: 50, sort: null });
  const roles = useRows('roles', { ...ALL, limit: 50, sort: 'key' });
  const staff = (roles.data?.data ?? []).filter((role) => Number(role['userType']) > STAFF_TYPE_ABOVE);
  const fields: Record<string, FieldSpec> = {
    name: { kind: 'text', label: 'users.fields.name', required: true, maxLength: 40 },
    account: { kind: 'email', label: 'mask.address.email', required: true },
    role: {
      kind: 'choice',
      label: 'setup.users.role',
      required: true,
      options: staff.map((role) => ({ value: asText(role['id']), label: { en: titleOf(role), cn: titleOf(role), de: titleOf(role) } })),
    },
  };
  const { mail } = props.setup;
  const save = (): void =>
    void form.save(
      fields,
      async () => {
        const user = { name: values['name'], account: values['account'], roleIds: [values['role']] };
        const row = await saveRow('users', null, user, { intent: intent(JSON.stringify(user)) });
        showToast('success', t(mail ? 'setup.users.invited' : 'setup.users.created', { account: asText(row['account']) }));
        form.reset({ ...EMPTY, role: values['role'] });
        await Promise.all([users.refetch(), props.reload()]);
        if (!mail) setLinked(row);
      },
      (error) => (error.path === 'roleIds' ? { ...error, path: 'role' } : error),
    );
  const action = { label: t(mail ? 'setup.users.invite' : 'setup.users.createLink'), run: save, busy: form.busy };
  return (
    <StepFrame {...props} step="users" dirty={form.dirty} action={action}>
      {mail ? null : <p className="m-bar m-bar-wait">{t('setup.users.noMail')}</p>}
      <AskForm heading={t('setup.users.new')} fields={fields} values={values} errors={errors} onChange={change} />
      <Users rows={users.data?.data ?? []} onLink={setLinked} />
      {linked ? <InviteDialog rows={[linked]} onClose={() => setLinked(null)} /> : null}
    </StepFrame>
  );
}
