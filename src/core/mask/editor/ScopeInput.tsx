import { useId } from 'react';
import { titleOf, useRows } from '../data.ts';
import { useFields, useMaskT } from '../field-context.ts';
import { inputOf } from '../inputs/registry.tsx';
import { asText } from '../kinds/kind.ts';
import type { Scope } from './masks.ts';

/** The audience of a version: a role, a merchant, both, or everybody. */
export function ScopeInput({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  const t = useMaskT();
  const id = useId();
  const makeField = useFields();
  const roles = useRows('roles', { limit: 200, cursor: null, search: '', sort: null, back: false, filters: [] });
  const spec = { kind: 'reference' as const, label: 'mask.editor.merchant', area: 'merchants' };
  const field = makeField('merchantId', spec, { merchantId: scope.merchantId ?? null });
  const { Input } = inputOf(spec);
  const put = (name: keyof Scope, value: string): void => {
    const { [name]: _, ...rest } = scope;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <>
      <label className="m-stack">
        <span className="m-quiet">{t('editor.role')}</span>
        <select className="m-select" value={scope.role ?? ''} onChange={(event) => put('role', event.target.value)}>
          <option value="">{t('editor.everybody')}</option>
          {(roles.data?.data ?? []).map((role) => (
            <option key={asText(role['id'])} value={asText(role['key'])}>
              {titleOf(role)}
            </option>
          ))}
        </select>
      </label>
      <div className="m-stack m-scope-merchant">
        <label htmlFor={id} className="m-quiet">
          {t('editor.merchant')}
        </label>
        <Input
          field={field}
          id={id}
          value={scope.merchantId ?? null}
          unread={undefined}
          invalid={false}
          describedBy={undefined}
          disabled={false}
          onChange={(value) => put('merchantId', asText(value))}
          onUnread={() => undefined}
          onLabels={() => undefined}
        />
      </div>
    </>
  );
}
