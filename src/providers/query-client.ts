import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';
import { onSessionEnd } from './session.ts';

/** Calls are tried again by http.ts on network errors only; a refusal stays a refusal. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 2 && !(error instanceof CallError),
      staleTime: 30_000,
      // Hidden tabs do not observe their data; it must outlive them for a while.
      gcTime: 3_600_000,
    },
    mutations: { retry: false },
  },
});

onSessionEnd(() => queryClient.clear());
