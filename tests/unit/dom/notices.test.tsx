import { act, render, screen } from '@testing-library/react';
import AntdApp from 'antd/es/app';
import { describe, expect, it } from 'vitest';
import { Feedback } from '../../../src/layout/Feedback.tsx';
import { showNotice } from '../../../src/providers/feedback.ts';

describe('notices', () => {
  it('three print requests with one title are three notices; one key is one notice', async () => {
    render(
      <AntdApp>
        <Feedback />
      </AntdApp>,
    );
    act(() => {
      for (const text of ['first', 'second', 'third']) showNotice({ kind: 'info', title: 'Please print', text, seconds: 0 });
      for (const text of ['old', 'new']) showNotice({ key: 'one', kind: 'info', title: 'Export', text, seconds: 0 });
    });
    expect(await screen.findAllByText('Please print')).toHaveLength(3);
    expect(screen.getAllByText('Export')).toHaveLength(1);
    expect(screen.getByText('new')).toBeTruthy();
  });
});
