import { readJson, writeStored } from '../../providers/storage.ts';

/** The voice settings of a station. Stored on the device by station, not by person. */
export type VoiceSettings = { sound: boolean /** From 0 to 1. */; volume: number; speech: boolean; vibration: boolean };

export const VOICE: VoiceSettings = { sound: true, volume: 0.7, speech: false, vibration: true };

const keyOf = (stationId: string): string => `kontor-voice-${stationId}`;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isVoice = (value: unknown): value is VoiceSettings =>
  isRecord(value) &&
  Object.entries(VOICE).every(([name, standard]) => typeof value[name] === typeof standard) &&
  Number(value.volume) >= 0 &&
  Number(value.volume) <= 1;

export const readVoice = (stationId: string): VoiceSettings => readJson(keyOf(stationId), isVoice) ?? VOICE;
export const writeVoice = (stationId: string, settings: VoiceSettings): void => writeStored(keyOf(stationId), JSON.stringify(settings));
