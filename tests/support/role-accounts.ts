import { BUILT_IN_ROLES } from '../../server/core/db/roles.ts';
import type { TestServer } from './server.ts';

export type RoleAccount = { role: string; token: string; userId: string; merchantId: string | null; carrierId: string | null };

/** Somebody signed in for each built-in role: the sample account, or one of the house that is made here. */
export async function roleAccounts(server: TestServer): Promise<RoleAccount[]> {
  await server.pool.query(`insert into users (account, name, type, role_ids, passwd_hash)
    select 'printshipment@kontor.example', 'Print', 110, array(select id from roles where key = 'printShipment'), passwd_hash from users where account = 'admin@kontor.example'`);
  return Promise.all(
    BUILT_IN_ROLES.map(async ({ key }) => {
      const account = `${key.toLowerCase()}@kontor.example`;
      const token = await server.signIn(account);
      const { rows } = await server.pool.query(
        'select id as "userId", merchant_id as "merchantId", carrier_id as "carrierId" from users where account = $1',
        [account],
      );
      return { role: key, token, ...rows[0] };
    }),
  );
}
