import Button from 'antd/es/button';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useRows } from '../../../core/mask/data.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { useT } from '../../../providers/i18n.ts';
import { PlaceContent } from './PlaceContent.tsx';
import '../../../core/mask/inputs/inputs.css';
import '../../../core/mask/mask.css';
import './plan.css';

/** Shows one compartment by its code, typed or scanned. The field is then ready for the next code. */
export function LocationPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const code = params.get('code') ?? '';
  const [typed, setTyped] = useState(code);
  const field = useRef<HTMLInputElement>(null);
  const found = useRows(
    'compartments',
    { limit: 5, cursor: null, search: '', sort: null, back: false, filters: [{ field: 'code', op: 'eq', value: code }] },
    code !== '',
  );
  useEffect(function readyForAScan() {
    field.current?.focus();
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setParams({ code: typed.trim() }, { replace: true });
    field.current?.select();
  };
  const rows = code === '' ? [] : (found.data?.data ?? []).filter((row) => asText(row['code']) === code);
  return (
    <section className="m-list w-location" aria-label={t('menu.locationView')}>
      <header className="m-list-head">
        <h1>{t('menu.locationView')}</h1>
      </header>
      <form className="m-toolbar" onSubmit={submit}>
        <input
          ref={field}
          className="m-input m-mono w-find"
          aria-label={t('plan.code')}
          placeholder={t('plan.code')}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="primary" htmlType="submit" disabled={typed.trim() === ''}>
          {t('plan.show')}
        </Button>
      </form>
      {code !== '' && found.data && !found.isFetching && rows.length === 0 ? (
        <p className="m-empty" role="status">
          {t('plan.unknown', { code })}
        </p>
      ) : null}
      {code === '' ? <p className="m-empty">{t('plan.scanOne')}</p> : null}
      {rows.map((row) => (
        <PlaceContent key={asText(row['id'])} id={asText(row['id'])} />
      ))}
    </section>
  );
}
