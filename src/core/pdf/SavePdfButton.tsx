import Button from 'antd/es/button';
import { type RefObject, useState } from 'react';
import { showToast } from '../../providers/feedback.ts';
import { useT } from '../../providers/i18n.ts';
import type { Screen } from './save-pdf.ts';

/** Waits for a paint of the pressed state, because rendering the picture blocks the browser. */
const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });

type Saved = Screen & { element: RefObject<HTMLElement | null> };

/** Saves the content of `element` as a PDF. The PDF code is loaded on the first press. */
export function useSavePdf({ element, ...screen }: Saved): { busy: boolean; save: () => Promise<void> } {
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
  return { busy, save };
}

export function SavePdfButton(saved: Saved) {
  const t = useT();
  const { busy, save } = useSavePdf(saved);
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
