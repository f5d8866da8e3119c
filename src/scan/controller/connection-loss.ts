import { create } from 'zustand';
import { useConnection } from '../../providers/live.ts';

/**
 * When the connection was lost; null while there is one, and where none was seen since this file was loaded. The station loads it beside
 * the work and not with it.
 */
export const useConnectionLoss = create<{ at: number | null }>(() => ({ at: null }));

const isOnline = (): boolean => navigator.onLine && useConnection.getState().state === 'online';
let wasOnline = isOnline();

function note(): void {
  const online = isOnline();
  if (online) useConnectionLoss.setState({ at: null });
  else if (wasOnline) useConnectionLoss.setState({ at: Date.now() });
  wasOnline = online;
}

useConnection.subscribe(note);
window.addEventListener('online', note);
window.addEventListener('offline', note);
