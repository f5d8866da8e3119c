import AntdApp from 'antd/es/app';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '../providers/i18n.ts';
import { queryClient } from '../providers/query-client.ts';
import { type Closing, closeTabs, closingTabs, refreshTab, useTabs } from './tabs-store.ts';

/** What the view shows is read again now; hidden views observe nothing and read again when they are shown. */
const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['data', 'default'], refetchType: 'active' });

/** Refresh and close, with the question before unsaved work is lost. */
export function useTabCommands() {
  const t = useT();
  const navigate = useNavigate();
  const { modal } = AntdApp.useApp();
  return useMemo(() => {
    const sure = async (dirty: boolean): Promise<boolean> =>
      !dirty ||
      modal.confirm({
        title: t('shell.unsavedTitle'),
        content: t('shell.unsavedText'),
        okText: t('shell.discard'),
        cancelText: t('buttons.cancel'),
      });
    return {
      close: async (key: string, closing: Closing): Promise<void> => {
        if (!(await sure(closingTabs(key, closing).some((tab) => tab.dirty)))) return;
        const next = closeTabs(key, closing);
        if (next !== null) void navigate(next);
      },
      refresh: async (key: string): Promise<void> => {
        if (!(await sure(useTabs.getState().tabs.some((tab) => tab.key === key && tab.dirty)))) return;
        refreshTab(key);
        await readAgain();
      },
    };
  }, [t, navigate, modal]);
}
