import type { Job } from './scope.ts';

/**
 * A word in the job's languages, joined by a stroke where they differ; `otherwise` when nobody wrote one.
 * Two languages at once are what a German carrier and a Chinese merchant both read.
 */
export function wordsOf(job: Job, key: string, otherwise = key): string {
  const word = job.words[key];
  if (!word) return otherwise;
  return [...new Set(job.locales.map((locale) => word[locale] || word.en))].join(' / ');
}
