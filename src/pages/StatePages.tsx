import { Link } from 'react-router';
import { useT } from '../providers/i18n.ts';
import './pages.css';

function StatePage({ code, name }: { code: string; name: string }) {
  const t = useT();
  return (
    <main className="k-state">
      <p className="k-state-code">{code}</p>
      <h1>{t(`shell.${name}.title`)}</h1>
      <p>{t(`shell.${name}.text`)}</p>
      <Link to="/home">{t('shell.toHome')}</Link>
    </main>
  );
}

export const NotFound = () => <StatePage code="404" name="notFound" />;
export const NotAllowed = () => <StatePage code="401" name="notAllowed" />;
