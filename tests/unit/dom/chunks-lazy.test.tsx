import { cleanup, render, screen } from '@testing-library/react';
import { Component, Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ChunkLoadError, lazyPage, useLoaded } from '../../../src/providers/chunks.ts';
import { WEB_VERSION } from '../../../src/providers/version.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('a part that was fetched before is drawn at once, without anything in its place', async () => {
  let fetched = 0;
  const Part = lazyPage(async () => {
    fetched += 1;
    return ({ name }: { name: string }) => <p>part of {name}</p>;
  });
  const drawn = (
    <Suspense fallback={<p>on its way</p>}>
      <Part name="home" />
    </Suspense>
  );
  const first = render(drawn);
  expect(screen.getByText('on its way')).toBeTruthy();
  await screen.findByText('part of home');
  first.unmount();
  await Part.load();
  render(drawn);
  expect(screen.getByText('part of home')).toBeTruthy();
  expect(fetched).toBe(1);
});

it('what waits for a part shows it as soon as it is there, and its failure to the boundary around', async () => {
  let arrive: (part: () => React.JSX.Element) => void = () => undefined;
  const Part = lazyPage(() => new Promise<() => React.JSX.Element>((done) => (arrive = done)));
  const Waiting = () => (useLoaded(Part) ? <Part /> : <p>on its way</p>);
  render(<Waiting />);
  expect(screen.getByText('on its way')).toBeTruthy();
  arrive(() => <p>the part</p>);
  await screen.findByText('the part');
  expect(Part.isLoaded()).toBe(true);

  // React writes caught errors there.
  vi.spyOn(console, 'error').mockReturnValue();
  const missing = lazyPage<object>(() => Promise.reject(new Error('gone')));
  sessionStorage.setItem('kontor-chunk-reload', WEB_VERSION);
  const Missing = () => (useLoaded(missing) ? <p>there</p> : <p>on its way</p>);
  const seen: unknown[] = [];
  class Boundary extends Component<{ children: React.ReactNode }> {
    override state = { failed: false };
    static getDerivedStateFromError = () => ({ failed: true });
    override componentDidCatch = (error: unknown) => void seen.push(error);
    override render = () => (this.state.failed ? <p>it failed</p> : this.props.children);
  }
  render(
    <Boundary>
      <Missing />
    </Boundary>,
  );
  await screen.findByText('it failed');
  expect(seen[0]).toBeInstanceOf(ChunkLoadError);
});
