import type { Job } from './scope.ts';

/**
 * A text in the job's languages, joined by a slash if they differ; `otherwise` if the key is unknown. Two languages serve, for example, a
 * German carrier and a Chinese merchant.
 */
export function wordsOf(job: Job, key: string, otherwise = key): string {
  const word = job.words[key];
  if (!word) return otherwise;
  return [...new Set(job.locales.map((locale) => word[locale] || word.en))].join(' / ');
}
