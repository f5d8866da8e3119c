import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { lazyPage } from '../../../src/providers/chunks.ts';

afterEach(cleanup);

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
