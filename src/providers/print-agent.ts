import axios from 'axios';

const AGENT = 'http://localhost:9100';

/** A job for the print agent on this computer: `data` is a PDF in base64, `id` its name. */
export type AgentJob = { printer: string; data: string; id: `${string}.pdf` };

/**
 * Sends a job to the agent. Carries no session token, and is not tried again: a job whose answer got lost may already lie in the tray.
 * @throws when no agent listens
 */
export const printByAgent = (job: AgentJob): Promise<unknown> => axios.post(AGENT, job, { timeout: 10_000 });
