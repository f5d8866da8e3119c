import AntdApp from 'antd/es/app';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '../providers/i18n.ts';
import { queryClient } from '../providers/query-client.ts';
import { matchRoute } from '../providers/routes.ts';
import { type Closing, closeTabs, closingTabs, refreshTab, type Tab, useTabs } from './tabs-store.ts';

/** Reads the current view's data again. Hidden views do not observe their data and read it when they are shown. */
const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['data', 'default'], refetchType: 'active' });

/** The title of a tab: set by its page, else the screen's title. */
export function useTabTitle(): (tab: Pick<Tab, 'key' | 'title'>) => string {
  const t = useT();
  return useMemo(
    () =>
      ({ key, title }) => {
        if (title !== '') return title;
        const match = matchRoute(key);
        if (!match) return key;
        return match.params['id'] === 'new' ? `${t('buttons.create')} · ${t(match.route.title)}` : t(match.route.title);
      },
    [t],
  );
}

/** Refresh and close, with a confirmation if unsaved work would be lost. */
export function useTabCommands() {
  const t = useT();
  const navigate = useNavigate();
  const titleOf = useTabTitle();
  const { modal } = AntdApp.useApp();
  return useMemo(() => {
    const sure = async (tabs: readonly Tab[]): Promise<boolean> => {
      const unsaved = tabs.filter((tab) => tab.dirty);
      if (unsaved.length === 0) return true;
      return modal.confirm({
        title: t('shell.unsavedTitle', { tab: unsaved.map(titleOf).join(', ') }),
        content: t('shell.unsavedText'),
        okText: t('shell.discard'),
        cancelText: t('buttons.cancel'),
      });
    };
    return {
      close: async (key: string, closing: Closing): Promise<void> => {
        if (!(await sure(closingTabs(key, closing)))) return;
        const next = closeTabs(key, closing);
        if (next !== null) void navigate(next);
      },
      refresh: async (key: string): Promise<void> => {
        if (!(await sure(useTabs.getState().tabs.filter((tab) => tab.key === key)))) return;
        refreshTab(key);
        await readAgain();
      },
    };
  }, [t, navigate, modal, titleOf]);
}
