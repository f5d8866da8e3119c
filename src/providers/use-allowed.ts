import { useCan } from '@refinedev/core';
import { allows } from '#contract/core/access';
import { useUserStore } from './user.ts';

/**
 * Whether the reader may do this, `<area>.<action>`. refine's access control decides; the privileges of the session answer it at once, so that
 * no button appears late. Cosmetic: the server decides on every call.
 */
export function useAllowed(privilege: string): boolean {
  const isAllowed = useUserStore((state) => allows(state.privileges, privilege));
  const account = useUserStore((state) => state.user?.subId ?? state.user?.id ?? '');
  const dot = privilege.lastIndexOf('.');
  const { data } = useCan({
    resource: privilege.slice(0, dot),
    action: privilege.slice(dot + 1),
    // Another account, or other privileges, is another question.
    params: { account, isAllowed },
    queryOptions: { initialData: { can: isAllowed }, staleTime: 0 },
  });
  return data?.can ?? isAllowed;
}
