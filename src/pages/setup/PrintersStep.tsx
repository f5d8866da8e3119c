import { useState } from 'react';
import { Link } from 'react-router';
import { useRows, useSaveRow } from '../../core/mask/data.ts';
import { asText } from '../../core/mask/kinds/kind.ts';
import { useAgent } from '../../print/hub/agent.ts';
import { ThisComputer } from '../../print/hub/ThisComputer.tsx';
import { isCallError } from '../../providers/call-error.ts';
import { showToast } from '../../providers/feedback.ts';
import { useT } from '../../providers/i18n.ts';
import { useIntent } from '../../providers/use-intent.ts';
import { StepFrame, type StepProps } from './StepFrame.tsx';

/** Names of label printers that read ZPL. Others get PDF, which every queue prints. */
const ZPL = /zebra|zpl|zd\d|zt\d|gk4|gx4|lp ?28/i;
const LABEL_DPI = 203;
const OFFICE_DPI = 600;

const QUERY = { limit: 100, cursor: null, search: '', sort: 'name', back: false, filters: [] };

/** Step 4: the print agent of this computer, the printers it found, and a test page. */
export function PrintersStep(props: StepProps) {
  const t = useT();
  const saveRow = useSaveRow();
  const intent = useIntent();
  const { printers } = useAgent();
  const { data, refetch } = useRows('printers', QUERY);
  const [busy, setBusy] = useState(false);
  const rows = data?.data ?? [];
  const missing = printers.filter((name) => !rows.some((row) => row['queue'] === name));

  const add = async (): Promise<void> => {
    setBusy(true);
    try {
      for (const name of missing) {
        const isLabel = ZPL.test(name);
        const values = { name, queue: name, kind: isLabel ? 'zpl' : 'pdf', dpi: isLabel ? LABEL_DPI : OFFICE_DPI };
        await saveRow('printers', null, values, { intent: intent(JSON.stringify(values)) });
      }
      showToast('success', t('setup.printers.added', { count: missing.length }));
    } catch (error) {
      if (!isCallError(error)) throw error;
      showToast('error', t(`errors.${error.code}`));
    } finally {
      setBusy(false);
      await Promise.all([refetch(), props.reload()]);
    }
  };
  const action = { label: t('setup.printers.add', { count: missing.length }), run: () => void add(), busy };
  return (
    <StepFrame {...props} step="printers" {...(missing.length > 0 ? { action, dirty: true } : {})}>
      <section className="su-card">
        <h2>{t('setup.printers.start')}</h2>
        <ol className="su-how">
          <li>
            {t('setup.printers.run')}
            <pre>npm run print-agent</pre>
          </li>
          <li>{t('setup.printers.connect')}</li>
          <li>{t('setup.printers.choose')}</li>
        </ol>
      </section>
      <section className="su-card">
        <h2>{t('printers.hub.computer')}</h2>
        <ThisComputer />
      </section>
      <section className="su-card">
        <h2>{t('setup.printers.known')}</h2>
        {rows.length > 0 ? (
          <ul className="su-names">
            {rows.map((row) => (
              <li key={asText(row['id'])}>
                <b>{asText(row['name'])}</b> <span className="m-quiet">{t(`printers.kinds.${asText(row['kind'])}`)}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="m-quiet">{t('setup.printers.empty')}</p>
        )}
        <p>
          <Link to="/settings/settingPrinters/new">{t('setup.printers.byHand')}</Link>
        </p>
      </section>
      <p className="m-quiet">{t('setup.printers.without')}</p>
    </StepFrame>
  );
}
