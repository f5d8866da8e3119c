import { useEffect, useState } from 'react';

/** What the server tells before anybody signed in. */
export type PublicConfig = { sample: boolean; webVersion: string; sso: boolean; carrierGate: string };
const NONE: PublicConfig = { sample: false, webVersion: '', sso: false, carrierGate: '' };

let asked: Promise<PublicConfig> | null = null;

const isConfig = (value: unknown): value is PublicConfig =>
  typeof value === 'object' && value !== null && 'sample' in value && typeof value.sample === 'boolean';

async function ask(): Promise<PublicConfig> {
  try {
    // Not http.ts: the login page asks before that part is loaded.
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
