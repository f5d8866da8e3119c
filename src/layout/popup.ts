import { showToast } from '../providers/feedback.ts';
import { translate } from '../providers/i18n.ts';
import { writeStored } from '../providers/storage.ts';

/** Opens a window; says what to do when the browser blocks it. */
export function openPopup(url: string): Window | null {
  const opened = window.open(url, '_blank', 'popup,width=900,height=700');
  writeStored('kontor-popups', opened ? '1' : '0');
  if (!opened) showToast('warning', translate('shell.popupBlocked'));
  return opened;
}

export async function toggleFullscreen(): Promise<void> {
  if (!document.fullscreenEnabled) return showToast('warning', translate('shell.fullscreenUnsupported'));
  await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
}
