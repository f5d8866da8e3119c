import { showNotice, showToast } from '../providers/feedback.ts';
import { translate } from '../providers/i18n.ts';
import { writeStored } from '../providers/storage.ts';

/**
 * Opens a window. Must be called in the click itself. If the browser blocks the window, shows a notice with a link, which is never blocked.
 */
export function openPopup(url: string): Window | null {
  const opened = window.open(url, '_blank', 'popup,width=900,height=700');
  writeStored('kontor-popups', opened ? '1' : '0');
  if (!opened)
    showNotice({
      key: 'popup-blocked',
      kind: 'warning',
      title: translate('shell.popupBlocked'),
      seconds: 0,
      action: { label: translate('shell.open'), href: url },
    });
  return opened;
}

export async function toggleFullscreen(): Promise<void> {
  if (!document.fullscreenEnabled) return showToast('warning', translate('shell.fullscreenUnsupported'));
  await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
}
