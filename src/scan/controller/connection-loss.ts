import { create } from 'zustand';
import { useConnection } from '../../providers/live.ts';

/**
 * When the connection was lost. Null while connected, and if no loss was seen since this file was loaded. Stations load this file after the
 * work, not with it.
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
