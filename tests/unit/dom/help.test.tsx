import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useGuides } from '../../../src/core/help/guide.ts';
import { HelpPanel } from '../../../src/core/help/HelpPanel.tsx';
import { closeHelp, openHelp, useHelp } from '../../../src/core/help/help.ts';
import { useHelpKey } from '../../../src/core/help/use-help-key.ts';
import { startI18n } from '../../../src/providers/i18n.ts';

const page = (title: string, next: string) => ({
  title,
  words: '',
  blocks: [{ kind: 'paragraph' as const, content: [{ kind: 'topic' as const, text: `to ${next}`, topic: next }] }],
});

function Shell() {
  useHelpKey();
  const open = useHelp((state) => state.open);
  return (
    <>
      <input aria-label="field" />
      <button type="button">before</button>
      {open && <HelpPanel mobile={false} />}
    </>
  );
}

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
  await startI18n();
  vi.useFakeTimers();
  const guide = new Map([
    ['home-and-search', page('Home', 'picking')],
    ['picking', page('Picking', 'home-and-search')],
  ]);
  useGuides.setState({ guides: { en: guide }, failed: false });
  render(<Shell />);
});
afterEach(() => {
  cleanup();
  closeHelp();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
/** The list of topics is loaded with the first question. */
const loaded = (): Promise<void> => act(() => vi.dynamicImportSettled());
const opened = (): boolean => screen.queryByRole('complementary') !== null;

describe('the help', () => {
  it('opens by "?" at the present screen, follows links, and gives the focus back when Escape closes it', async () => {
    const before = screen.getByText('before');
    before.focus();
    fireEvent.keyDown(before, { key: '?' });
    wait(200);
    await loaded();
    expect(screen.getByRole('heading', { name: 'Home' })).toBe(document.activeElement);
    fireEvent.click(screen.getByText('to picking'));
    expect(screen.getByRole('heading', { name: 'Picking' })).toBe(document.activeElement);
    fireEvent.keyDown(screen.getByRole('heading', { name: 'Picking' }), { key: 'Escape' });
    expect(opened()).toBe(false);
    expect(document.activeElement).toBe(before);
  });

  it('stays closed while a field has the focus, and when "?" begins the code of a scanner', async () => {
    fireEvent.keyDown(screen.getByLabelText('field'), { key: '?' });
    wait(200);
    fireEvent.keyDown(document.body, { key: '?' });
    wait(20);
    fireEvent.keyDown(document.body, { key: '4' });
    wait(200);
    await loaded();
    expect(opened()).toBe(false);
  });

  it('lists all topics, and those that a search finds', () => {
    act(() => openHelp(null));
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'pick' } });
    fireEvent.click(screen.getByText('Picking'));
    expect(screen.getByRole('heading', { name: 'Picking' })).toBeTruthy();
  });
});
