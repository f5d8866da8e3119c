import { useEffect, useState } from 'react';

/** Configuration that the server gives before sign-in. */
export type PublicConfig = { sample: boolean; webVersion: string; sso: boolean; carrierGate: string };
const NONE: PublicConfig = { sample: false, webVersion: '', sso: false, carrierGate: '' };

let asked: Promise<PublicConfig> | null = null;

const isConfig = (value: unknown): value is PublicConfig =>
  typeof value === 'object' && value !== null && 'sample' in value && typeof value.sample === 'boolean';

async function ask(): Promise<PublicConfig> {
  try {
    // Does not use http.ts, because the login page runs before that part is loaded.
    const response = await fetch('/v0/config');
    const answer: unknown = await response.json();
    const data: unknown = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : null;
    return isConfig(data) ? { ...NONE, ...data } : NONE;
  } catch {
    asked = null;
    return NONE;
  }
}

export const publicConfig = (): Promise<PublicConfig> => (asked ??= ask());

export function usePublicConfig(): PublicConfig {
  const [config, setConfig] = useState(NONE);
  useEffect(function askOnce() {
    let gone = false;
    void publicConfig().then((answer) => {
      if (!gone) setConfig(answer);
    });
    return () => {
      gone = true;
    };
  }, []);
  return config;
}
