import { Link, useBack } from '@refinedev/core';
import Button from 'antd/es/button';
import { useT } from '../providers/i18n.ts';
import './pages.css';

function StatePage({ code, name }: { code: string; name: string }) {
  const t = useT();
  const back = useBack();
  return (
    <main className="k-state">
      <p className="k-state-code">{code}</p>
      <h1>{t(`shell.${name}.title`)}</h1>
      <p>{t(`shell.${name}.text`)}</p>
      <p className="k-state-ways">
        <Link to="/home">{t('shell.toHome')}</Link>
        {window.history.length > 1 && <Button onClick={() => back()}>{t('buttons.back')}</Button>}
      </p>
    </main>
  );
}

export const NotFound = () => <StatePage code="404" name="notFound" />;
export const NotAllowed = () => <StatePage code="401" name="notAllowed" />;
