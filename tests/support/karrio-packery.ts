import { type Karrio, startKarrio } from '../stand-ins/karrio.ts';
import { openPackery, type Packery } from './packery.ts';
import { startServer, type TestServer } from './server.ts';

/** A small house whose carrier is called through a Karrio gateway on loopback. */
export type KarrioPackery = { server: TestServer; shop: Packery; gateway: Karrio; close: () => Promise<void> };

/** @param env settings beside the address and the key of the gateway */
export async function openKarrioPackery(env: Record<string, string> = {}): Promise<KarrioPackery> {
  const gateway = await startKarrio();
  const server = await startServer({ sample: true, env: { KARRIO_URL: gateway.url, KARRIO_TOKEN: gateway.state.token, ...env } });
  const shop = await openPackery(server);
  await server.pool.query(
    `update carriers set api = 'karrio', account = 'dhl_main', services = '[{"ours": "", "theirs": "dhl_parcel_de_paket"}]', active = false where id = $1`,
    [shop.carrierId],
  );
  const close = async (): Promise<void> => {
    await server.close();
    await gateway.close();
  };
  return { server, shop, gateway, close };
}
