import { useState } from 'react';
import { AVATARS } from '#contract/core/limits';

const FILE_ID = /^[0-9a-f]{32}$/;

/** One of nine default pictures, chosen by user id. */
export function fallbackAvatar(userId: string): string {
  let hash = 0;
  for (const letter of userId) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return `/avatars/${(hash % AVATARS) + 1}.svg`;
}

/** File ids of 32 characters refer to the static path (specification, point 9). */
export const avatarUrl = (avatar: string, userId: string): string =>
  FILE_ID.test(avatar) ? `/v0/static/${avatar}` : fallbackAvatar(userId);

export function Avatar({ avatar, userId, size }: { avatar: string; userId: string; size: number }) {
  const [broken, setBroken] = useState('');
  const url = avatarUrl(broken === avatar ? '' : avatar, userId);
  return <img className="k-avatar" src={url} alt="" width={size} height={size} onError={() => setBroken(avatar)} />;
}
