/** The folder of a channel of files. It stays the same when the channel is renamed. */
export const folderOf = (channelId: string): string => `channel-${channelId.slice(-12)}`;
