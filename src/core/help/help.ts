import { create } from 'zustand';

/** Whether the help is open, and at which topic. Null is the list of all topics. */
export const useHelp = create<{ open: boolean; topic: string | null }>(() => ({ open: false, topic: null }));

/** Had the focus before the help took it, and gets it back. */
let opener: Element | null = null;

export function openHelp(topic: string | null): void {
  if (!useHelp.getState().open) opener = document.activeElement;
  useHelp.setState({ open: true, topic });
}

export function closeHelp({ returnFocus } = { returnFocus: true }): void {
  useHelp.setState({ open: false });
  if (returnFocus && opener instanceof HTMLElement && opener.isConnected) opener.focus();
  opener = null;
}

/** Opens the help for the screen at a path. The list of topics is loaded when somebody asks: hardly anybody does before the first list. */
export async function openHelpAt(path: string): Promise<void> {
  const { topicAt } = await import('./topics.ts');
  openHelp(topicAt(path));
}
