import { sealText, unsealText } from '../../../core/sealed-text.ts';

/** Credentials of a shop, encrypted for their channel. */
export const seal = (secret: string, channelId: string, text: string): string => sealText(secret, 'channel', channelId, text);
/** @throws Error if it was not sealed with this secret for this channel */
export const unseal = (secret: string, channelId: string, sealed: string): string => unsealText(secret, 'channel', channelId, sealed);
