import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useT } from '../../providers/i18n.ts';

type Shown = readonly (readonly [label: string, value: string])[];

type Props = {
  title: string;
  /** What a new secret does to the old one. */
  explain: string;
  go: string;
  once: string;
  /** Makes the secret. Its error was shown by the call. @returns what is shown, by label */
  make: () => Promise<Shown>;
  onClose: (isChanged: boolean) => void;
};

/** Makes a secret and shows it once. */
export function SecretOnce({ title, explain, go, once, make, onClose }: Props) {
  const t = useT();
  const [shown, setShown] = useState<Shown | null>(null);
  const [busy, setBusy] = useState(false);
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      setShown(await make());
    } catch {
      // The call already showed the error.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={title}
      onCancel={() => onClose(shown !== null)}
      onOk={() => (shown ? onClose(true) : void start())}
      confirmLoading={busy}
      okText={shown ? t('buttons.close') : go}
      cancelText={t('buttons.cancel')}
    >
      {shown ? (
        <>
          <p>{once}</p>
          <dl>
            {shown.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <code>{value}</code>
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p>{explain}</p>
      )}
    </Modal>
  );
}
