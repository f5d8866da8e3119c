import type { PrivilegeChoice } from '#contract/access/privileges';
import { useRead } from '../../../providers/use-call.ts';

/** All privileges with their words. */
export const usePrivilegeChoices = () =>
  useRead<PrivilegeChoice[]>('/v0/privileges/choices', { queryKey: ['data', 'default', 'privileges', 'choices'] });
