import { useT } from '../providers/i18n.ts';

/** The server cannot be reached. The session is kept and nothing is lost. */
export function BootFailed({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  return (
    <main className="k-state" role="alert">
      <h1>{t('errors.Network')}</h1>
      <button type="button" className="k-button" onClick={onRetry}>
        {t('buttons.retry')}
      </button>
    </main>
  );
}
