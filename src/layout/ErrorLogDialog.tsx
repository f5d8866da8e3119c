import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { clearErrors, useErrorLog } from '../providers/error-log.ts';
import { formatInstant } from '../providers/format.ts';
import { useT } from '../providers/i18n.ts';

/** Only secure pages may write to the clipboard. Elsewhere one click selects the whole number (`.k-request-id`). */
const copy = (text: string): void => void navigator.clipboard?.writeText(text).catch(() => undefined);

/** The errors of this window, for the user and their support. */
export function ErrorLogDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const errors = useErrorLog((state) => state.errors);
  const clear = () => {
    clearErrors();
    onClose();
  };
  return (
    <Modal
      title={t('shell.errors.title')}
      open={open && errors.length > 0}
      onCancel={onClose}
      width={900}
      footer={<Button onClick={clear}>{t('shell.errors.clear')}</Button>}
    >
      <ol className="k-errors">
        {errors.map((error) => (
          <li key={`${error.at}${error.message}`}>
            <p>
              <time dateTime={error.at}>{formatInstant(error.at)}</time> {error.user}
            </p>
            <dl>
              <dt>{t('shell.errors.message')}</dt>
              <dd>{error.message}</dd>
              <dt>{t('shell.errors.info')}</dt>
              <dd>{error.info}</dd>
              {error.requestId === '' ? null : (
                <>
                  <dt>{t('shell.errors.requestId')}</dt>
                  <dd>
                    <code className="k-request-id">{error.requestId}</code>{' '}
                    <Button size="small" onClick={() => copy(error.requestId)}>
                      {t('shell.errors.copy')}
                    </Button>
                  </dd>
                </>
              )}
              <dt>{t('shell.errors.url')}</dt>
              <dd>{error.url}</dd>
              <dt>{t('shell.errors.stack')}</dt>
              <dd>
                <pre>{error.stack}</pre>
              </dd>
            </dl>
          </li>
        ))}
      </ol>
    </Modal>
  );
}
