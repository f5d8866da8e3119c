import type { TestServer } from './server.ts';

type House = { server: TestServer; admin: string; carrierId: string };

/** Orders pick-ups of a carrier as the page “End of day” does. `house` is asked at each call: tests open it before all. */
export function pickupDesk(house: () => House) {
  const order = (more: object = {}) => {
    const { server, admin, carrierId } = house();
    return server.call<{ id: string }>(
      'POST',
      `/v0/carrierDays/${carrierId}/pickup`,
      { fromTime: '15:00', untilTime: '17:30', ...more },
      admin,
    );
  };
  const pickupOf = async (id: string) => {
    const { server, admin } = house();
    return (await server.call<Record<string, unknown>>('GET', `/v0/pickups/${id}`, undefined, admin)).data;
  };
  return {
    order,
    pickupOf,
    ordered: async (more: object = {}) => pickupOf((await order(more)).data.id),
    act: (id: unknown, path: string, body: object = {}) => {
      const { server, admin } = house();
      return server.call('POST', `/v0/pickups/${String(id)}/${path}`, body, admin);
    },
  };
}
