import Button from 'antd/es/button';
import type { Mask } from '#contract/core/mask';
import { useFields, useMaskT } from '../field-context.ts';
import { Cell } from '../kinds/registry.tsx';
import { TableHead } from '../PageTable.tsx';
import type { FormState, FormStore } from './form-store.ts';

type Props = { mask: Mask; store: FormStore; state: FormState; by: string | null; at: string };

/** Two users changed the same field: shows both values with a choice for each. No typed value is lost. */
export function ConflictPanel({ mask, store, state, by, at }: Props) {
  const t = useMaskT();
  const field = useFields();
  return (
    <section className="m-bar m-bar-wait m-conflict" role="alert" aria-label={t('conflict.title')}>
      <p>
        <strong>{t('conflict.title')}</strong> {t('conflict.text', { by: by ?? t('conflict.somebody'), at })}
      </p>
      <table>
        <TableHead
          columns={[
            { label: t('conflict.field') },
            { label: t('conflict.base') },
            { label: t('conflict.mine') },
            { label: t('conflict.theirs') },
          ]}
        />
        <tbody>
          {state.conflicts.map((conflict) => {
            const spec = mask.fields[conflict.field];
            if (!spec) return null;
            const label = field(conflict.field, spec, {}).text(spec.label);
            const show = (value: unknown) => (
              <Cell value={value} field={field(conflict.field, spec, { ...state.base, [conflict.field]: value })} />
            );
            return (
              <tr key={conflict.field}>
                <th scope="row">{label}</th>
                <td>{show(conflict.base)}</td>
                <td>
                  {show(conflict.mine)}
                  <Button
                    size="small"
                    aria-label={`${label}: ${t('conflict.keepMine')}`}
                    onClick={() => store.settle(conflict.field, 'mine')}
                  >
                    {t('conflict.keepMine')}
                  </Button>
                </td>
                <td>
                  {show(conflict.theirs)}
                  <Button
                    size="small"
                    aria-label={`${label}: ${t('conflict.takeTheirs')}`}
                    onClick={() => store.settle(conflict.field, 'theirs')}
                  >
                    {t('conflict.takeTheirs')}
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
