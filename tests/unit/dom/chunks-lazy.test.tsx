import { cleanup, render, screen } from '@testing-library/react';
import { Component } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ChunkLoadError, LoadingBoundary, lazyPart, preload } from '../../../src/providers/chunks.ts';
import { WEB_VERSION } from '../../../src/providers/version.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('a part that was fetched before is drawn at once, without anything in its place', async () => {
  let fetched = 0;
  const Part = lazyPart(async () => {
    fetched += 1;
    return ({ name }: { name: string }) => <p>part of {name}</p>;
  });
  const drawn = (
    <LoadingBoundary fallback={<p>on its way</p>}>
      <Part name="home" />
    </LoadingBoundary>
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

it('a part is shown as soon as it is there, and its failure goes to the boundary around', async () => {
  let arrive: (part: () => React.JSX.Element) => void = () => undefined;
  const Part = lazyPart(() => new Promise<() => React.JSX.Element>((done) => (arrive = done)));
  render(
    <LoadingBoundary fallback={<p>on its way</p>}>
      <Part />
    </LoadingBoundary>,
  );
  expect(screen.getByText('on its way')).toBeTruthy();
  arrive(() => <p>the part</p>);
  await screen.findByText('the part');
  expect(Part.isLoaded()).toBe(true);

  // React writes caught errors there.
  vi.spyOn(console, 'error').mockReturnValue();
  const Missing = lazyPart<object>(() => Promise.reject(new Error('gone')));
  sessionStorage.setItem('kontor-chunk-reload', WEB_VERSION);
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

it('a part that loads inside of another shows nothing of what the outer one showed', async () => {
  const Inner = lazyPart(() => new Promise<() => React.JSX.Element>(() => undefined));
  const Outer = lazyPart(async () => () => (
    <section>
      outer <Inner />
    </section>
  ));
  render(
    <LoadingBoundary fallback={<p>on its way</p>}>
      <Outer />
    </LoadingBoundary>,
  );
  await screen.findByText('outer');
  expect(screen.queryByText('on its way')).toBeNull();
});

/** A part whose first load fails, in a page that was loaded anew for it already. */
function cutOffOnce() {
  sessionStorage.setItem('kontor-chunk-reload', WEB_VERSION);
  const load = vi.fn(async () => () => <p>the part</p>).mockRejectedValueOnce(new Error('cut off'));
  return { Part: lazyPart(load), load };
}

it('a part that could not be loaded is loaded again when it is asked for again', async () => {
  const { Part, load } = cutOffOnce();
  await expect(Part.load()).rejects.toBeInstanceOf(ChunkLoadError);
  await Promise.all([Part.load(), Part.load()]);
  expect(load).toHaveBeenCalledTimes(2);
});

it('a part that is about to be shown is loaded beforehand; a failure is kept for the place where it is shown', async () => {
  const { Part, load } = cutOffOnce();
  preload(Part);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  expect(Part.isLoaded()).toBe(false);
  await vi.waitFor(() => {
    preload(Part);
    expect(Part.isLoaded()).toBe(true);
  });
  expect(load).toHaveBeenCalledTimes(2);
  // A part that comes with its screen has nothing to load.
  preload(() => <p>here already</p>);
  render(<Part />);
  expect(screen.getByText('the part')).toBeTruthy();
});
