import Button from 'antd/es/button';
import { useT } from '../providers/i18n.ts';
import { isWarning, keepInSession, useSessionLeft } from './session-watch.ts';

/** Warns that the session is about to end, with a button to extend it. */
export function SessionWarning() {
  const t = useT();
  const minutes = useSessionLeft((state) => state.minutes);
  if (!isWarning(minutes)) return null;
  return (
    <div className="k-session-warning" role="status">
      <span>{t('session.left', { count: minutes })}</span>
      <Button size="small" onClick={keepInSession}>
        {t('session.keep')}
      </Button>
    </div>
  );
}
