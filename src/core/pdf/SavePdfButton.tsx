import Button from 'antd/es/button';
import { type RefObject, useState } from 'react';
import { showToast } from '../../providers/feedback.ts';
import { useT } from '../../providers/i18n.ts';
import type { Screen } from './save-pdf.ts';

/** Once what the press has changed is on the screen: making the picture keeps the browser busy. */
const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });

/** Saves what `element` shows as a PDF. What writes it is loaded when it is pressed. */
export function SavePdfButton({ element, ...screen }: Screen & { element: RefObject<HTMLElement | null> }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const [{ savePdf }] = await Promise.all([import('./save-pdf.ts'), afterPaint()]);
      if (element.current) await savePdf(element.current, screen);
    } catch {
      showToast('error', t('pdf.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button loading={busy} onClick={() => void save()}>
        {t('pdf.save')}
      </Button>
      <span className="m-hidden" role="status">
        {busy ? t('pdf.making') : ''}
      </span>
    </>
  );
}
