import { GuideView } from '../../core/help/GuideView.tsx';
import { closeHelp, openHelp, useHelp } from '../../core/help/help.ts';
import { useT } from '../../providers/i18n.ts';
import { Sheet } from './Sheet.tsx';

/** Closes the help without giving the focus back: no button may have it when the next code is scanned. */
function close(): void {
  closeHelp({ returnFocus: false });
  // The dialog gives the focus back when it closes, after this.
  requestAnimationFrame(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
}

/** The help at a station: over the work, in large type. Scans are still received. */
export function HelpSheet() {
  const t = useT();
  const topic = useHelp((state) => state.topic);
  return (
    <Sheet title={t('help.title')} onClose={close} side>
      <GuideView topic={topic} onOpen={openHelp} />
    </Sheet>
  );
}
