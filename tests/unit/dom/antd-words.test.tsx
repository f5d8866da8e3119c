import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { AntdProvider, loadWords } from '../../../src/layout/AntdProvider.tsx';
import { startI18n } from '../../../src/providers/i18n.ts';

afterEach(cleanup);

it('the page stays when the words of its inputs arrive', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
  await startI18n();
  const onBegin = vi.fn();
  function Content() {
    useEffect(onBegin, []);
    return <p>content</p>;
  }
  render(
    <AntdProvider>
      <Content />
    </AntdProvider>,
  );
  await act(() => loadWords('en').then(() => undefined));
  expect(screen.getByText('content')).toBeTruthy();
  expect(onBegin).toHaveBeenCalledTimes(1);
});
