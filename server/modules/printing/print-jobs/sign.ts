import { createHmac } from 'node:crypto';
import { JOB_MINUTES, signedText } from '#contract/printing/jobs';
import type { Config } from '../../../core/config.ts';

/** The secret that an agent checks our word with. It follows from ours, so nothing is kept and every node knows it. */
export const agentKey = (config: Config, agentId: string): string =>
  createHmac('sha256', config.KONTOR_SECRET).update(`print-agent:${agentId}`).digest('hex');

/** `<until>.<mac>` for one file on one printer of one agent, valid for fifteen minutes (reliability.md P29). */
export function signJob(config: Config, job: { agentId: string; printer: string; file: string; sha256: string }): string {
  const until = Math.floor(Date.now() / 1000) + JOB_MINUTES * 60;
  const mac = createHmac('sha256', agentKey(config, job.agentId))
    .update(signedText({ ...job, until }))
    .digest('hex');
  return `${until}.${mac}`;
}
