import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MenuOnDemand } from '../../../src/layout/MenuOnDemand.tsx';

afterEach(cleanup);

const items = [{ key: 'refresh', label: 'Refresh' }];
const menuItem = () => screen.queryByRole('menuitem', { name: 'Refresh' });

it('a context menu opens by the right button only; a click is that of what has the menu, also after it was open', async () => {
  const [show, choose] = [vi.fn(), vi.fn()];
  render(
    <MenuOnDemand menu={() => ({ items, onClick: choose })} opens="contextMenu">
      <div role="tab" tabIndex={0} onClick={show}>
        Items
      </div>
    </MenuOnDemand>,
  );
  const tab = () => screen.getByRole('tab');
  fireEvent.click(tab());
  expect([show.mock.calls.length, menuItem()]).toEqual([1, null]);
  expect(fireEvent.contextMenu(tab())).toBe(false);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Refresh' }));
  expect(choose).toHaveBeenCalledOnce();
  const isOpen = () => tab().classList.contains('ant-dropdown-open');
  await vi.waitFor(() => expect(isOpen()).toBe(false));
  fireEvent.click(tab());
  await act(async () => new Promise((done) => setTimeout(done, 300)));
  expect([show.mock.calls.length, isOpen()]).toEqual([2, false]);
  fireEvent.contextMenu(tab());
  await vi.waitFor(() => expect(isOpen()).toBe(true));
});

it('a menu that is opened by a click gets its entries only then', async () => {
  const menu = vi.fn(() => ({ items }));
  render(
    <MenuOnDemand menu={menu}>
      <button type="button">More</button>
    </MenuOnDemand>,
  );
  expect(menu).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByRole('menuitem', { name: 'Refresh' })).toBeTruthy();
});
