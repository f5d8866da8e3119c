import { STAFF_TYPE_ABOVE } from '#contract/core/limits';
import { useUser } from '../../../providers/user.ts';

/** Whether the reader belongs to a carrier, not to the house. Cosmetic: the server decides what is sent. */
export const useIsOutside = (): boolean => (useUser()?.type ?? 0) <= STAFF_TYPE_ABOVE;
