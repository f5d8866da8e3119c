import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JOB_NAMES, JOBS, screenOf } from '../../../src/core/tour/jobs.ts';
import { coversWork, outline } from '../../../src/core/tour/outline.ts';
import { finishStep, openJob, useTour } from '../../../src/core/tour/tour.ts';
import { callOf, isDoneOnScreen } from '../../../src/core/tour/use-step.ts';
import { useUserStore } from '../../../src/providers/user.ts';

const nobody = useUserStore.getState();
const signIn = (id: string): void => useUserStore.setState({ user: { ...useUserStore.getState().user, id, subId: '' } as never });
/** happy-dom lays nothing out. */
const place = (element: Element, x: number, y: number): void => {
  const box = new DOMRect(x, y, 100, 100);
  Object.assign(element, { getClientRects: () => [box], getBoundingClientRect: () => box });
};

beforeEach(() => signIn('anna'));
afterEach(() => {
  cleanup();
  useUserStore.setState(nobody);
  window.localStorage.clear();
});

describe('the progress of the tour', () => {
  it('is kept for each user, goes on where it was left, and begins anew once it is finished', () => {
    openJob('ticket', '2026-11-24T10:00:00.000Z');
    finishStep('ticket', 0);
    finishStep('ticket', 0);
    expect(useTour.getState().progress.ticket).toEqual({ done: 1, since: '2026-11-24T10:00:00.000Z' });
    signIn('berta');
    expect(useTour.getState()).toMatchObject({ job: null, progress: {} });
    signIn('anna');
    openJob('ticket', '2026-11-24T11:00:00.000Z');
    expect(useTour.getState().progress.ticket).toEqual({ done: 1, since: '2026-11-24T10:00:00.000Z' });
    for (const step of JOBS.ticket.steps.keys()) finishStep('ticket', step);
    openJob('ticket', '2026-11-24T12:00:00.000Z');
    expect(useTour.getState().progress.ticket).toEqual({ done: 0, since: '2026-11-24T12:00:00.000Z' });
  });
});

describe('a step of the tour', () => {
  it('is done by what the screen shows: a place, an element, a filled field', () => {
    render(<textarea className="k-answer" defaultValue="Thank you" />);
    const field = screen.getByRole('textbox');
    Object.assign(field, { getClientRects: () => [] });
    expect(isDoneOnScreen({ kind: 'seen', element: '.k-answer' }, '/')).toBe(false);
    place(field, 0, 0);
    expect(isDoneOnScreen({ kind: 'seen', element: '.k-answer' }, '/')).toBe(true);
    expect(isDoneOnScreen({ kind: 'filled', element: '.k-answer' }, '/')).toBe(true);
    // A station that was left is shown until the next one is loaded.
    const atPicking = { kind: 'seen', element: '.k-answer', on: '/wEP/pickingScan' } as const;
    expect(isDoneOnScreen(atPicking, '/wEP/arrivalScan')).toBe(false);
    expect(isDoneOnScreen(atPicking, '/wEP/pickingScan')).toBe(true);
    expect(isDoneOnScreen({ kind: 'at', path: /^\/eEP/ }, '/eEP/tickets')).toBe(true);
    expect(isDoneOnScreen({ kind: 'at', path: /^\/eEP/ }, '/mEP/tickets')).toBe(false);
  });

  it('is done by a record of this user since the job began', () => {
    const [, , count] = JOBS.receive.steps;
    if (count?.done?.kind !== 'record') throw new Error('the third step looks for a scan');
    expect(callOf(count.done, '2026-11-24T10:00:00.000Z', 'anna')).toBe(
      'scans?act=receive&createdAt.gte=2026-11-24T10%3A00%3A00.000Z&userId=anna&l=1',
    );
  });

  it('opens its screen also when there is no row left to work on', () => {
    const { path } = JOBS.pack.steps.find(({ key }) => key === 'order') ?? {};
    if (typeof path !== 'function') throw new Error('the step opens an order');
    expect([path({ no: 'O-1' }), path({})]).toEqual(['/wEP/packScanOrder?code=O-1', '/wEP/packScanOrder']);
  });

  it('has a screen: its own, or that of a step before it', () => {
    for (const job of JOB_NAMES) for (const step of JOBS[job].steps.keys()) expect(screenOf(job, step)).toBeDefined();
  });
});

it('the panel knows when it covers the outlined element or a primary action', () => {
  render(
    <>
      <button type="button" className="ant-btn-primary">
        Save
      </button>
      <p className="part">Part</p>
      <aside>Tour</aside>
    </>,
  );
  const [panel, button, part] = [screen.getByText('Tour'), screen.getByText('Save'), screen.getByText('Part')];
  place(panel, 500, 500);
  place(button, 0, 0);
  place(part, 450, 450);
  expect(coversWork(panel)).toBe(false);
  let stop = (): void => undefined;
  act(() => {
    stop = outline('.part');
  });
  expect(coversWork(panel)).toBe(true);
  stop();
  expect(coversWork(panel)).toBe(false);
  place(button, 550, 550);
  expect(coversWork(panel)).toBe(true);
});

it('an outlined element that goes with its screen is looked for on the next one', async () => {
  const { rerender } = render(<p className="part">Before</p>);
  place(screen.getByText('Before'), 0, 0);
  const stop = outline('.part');
  expect(screen.getByText('Before').dataset['tour']).toBe('');
  Object.assign(screen.getByText('Before'), { getClientRects: () => [] });
  rerender(
    <>
      <p className="part">Before</p>
      <p className="part">After</p>
    </>,
  );
  place(screen.getByText('After'), 0, 0);
  await expect.poll(() => screen.getByText('After').dataset['tour']).toBe('');
  stop();
});
