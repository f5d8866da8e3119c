import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';
import { onSessionEnd } from './session.ts';

/** http.ts retries calls, on network errors only. Refusals are final. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 2 && !(error instanceof CallError),
      staleTime: 30_000,
      // Hidden tabs do not observe their data, so it is kept for a while.
      gcTime: 3_600_000,
    },
    mutations: { retry: false },
  },
});

onSessionEnd(() => queryClient.clear());
