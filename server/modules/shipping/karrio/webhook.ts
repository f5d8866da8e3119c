import { callKarrio, type KarrioAccess } from './client.ts';
import { Webhook, Webhooks } from './shapes.ts';

/** The webhook that Kontor keeps at Karrio. Karrio sends each notice once, and switches off a webhook after six failures in a row. */

const EVENT = 'tracker_updated';

/**
 * Finds our webhook, switches it on again, or makes it.
 * @param url where Karrio sends its notices
 * @throws CarrierError
 */
export async function ensureWebhook(access: Omit<KarrioAccess, 'zone'>, url: string, signal: AbortSignal): Promise<Webhook> {
  const body = { url, description: 'Kontor: parcels that moved', enabled_events: [EVENT], disabled: false };
  const { results } = await callKarrio(access, '/v1/webhooks?limit=100', Webhooks, { signal });
  const ours = results.filter((one) => one.url === url);
  const works = ours.find(({ disabled, enabled_events: events }) => !disabled && (events.includes(EVENT) || events.includes('all')));
  if (works) return works;
  const [broken] = ours;
  if (!broken) return callKarrio(access, '/v1/webhooks', Webhook, { method: 'POST', body, signal });
  return callKarrio(access, `/v1/webhooks/${encodeURIComponent(broken.id)}`, Webhook, { method: 'PATCH', body, signal });
}
