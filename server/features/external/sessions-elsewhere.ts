import type { Transaction } from 'kysely';
import { SIGNED_OUT_PATH } from '#api/contract/external/external';
import { base64url } from '../../base/digest.ts';
import { SESSION_SECONDS, TOKEN_BYTES } from '../../base/limits.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ProvedIdentity, ProviderLeave } from '../../ports/identity-port.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { AccountType } from '../../resources/access/locked-account.ts';
import type { SessionsElsewhere } from '../base/sessions-elsewhere.ts';
import type { Provider } from './providers.ts';
import { siteOrigin } from './site-origin.ts';
import { AREA_SIGNS } from './under-way.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'encryptor' | 'identities' | 'logger' | 'randomBytes' | 'siteAddress'>;

/** An address that carries a longer one is refused by many servers on its way; providers then ask the person whether they mean it. */
const MAX_HINT = 4096;

const about = (familyId: string): string => `external_session:${familyId}`;

interface Begun {
  readonly area: AccountType;
  readonly accountId: number;
  readonly familyId: string;
}

/** Keeps what it takes to end a session at its provider too, where that is wanted there. */
export async function noteElsewhere(
  trx: Transaction<Tables>,
  ports: Pick<ServerPorts, 'clock' | 'encryptor'>,
  provider: Provider,
  { leave }: ProvedIdentity,
  { area, accountId, familyId }: Begun,
): Promise<void> {
  if (provider.ends_session !== '1' || !leave) return;
  const kept: ProviderLeave = { ...leave, idToken: leave.idToken.length > MAX_HINT ? '' : leave.idToken };
  await trx
    .insertInto('external_session')
    .values({
      family_id: familyId,
      provider_id: provider.id,
      account_type: area,
      account_id: accountId,
      encrypted: await ports.encryptor.encrypt(JSON.stringify(kept), about(familyId)),
      expire_time: nowSeconds(ports) + SESSION_SECONDS,
    })
    .execute();
}

export function createSessionsElsewhere(ports: Ports): SessionsElsewhere {
  const { kysely } = ports.database;

  async function way(familyId: string, origin = ''): Promise<{ readonly to: string } | null> {
    const row = await kysely.deleteFrom('external_session').where('family_id', '=', familyId).returningAll().executeTakeFirst();
    if (!row || !ports.identities || origin === '') return null;
    const provider = await kysely
      .selectFrom('sign_in_provider')
      .select(['issuer', 'client_id', 'ends_session', 'status'])
      .where('id', '=', row.provider_id)
      .executeTakeFirst();
    // What has been switched off since is off.
    if (provider?.ends_session !== '1' || provider.status !== '1') return null;
    const site = await siteOrigin(ports, origin);
    if (site === null) return null;
    const leave = JSON.parse(await ports.encryptor.decrypt(row.encrypted, about(familyId))) as ProviderLeave;
    const state = `${AREA_SIGNS[row.account_type]}${base64url(ports.randomBytes(TOKEN_BYTES))}`;
    const registered = { issuer: provider.issuer, clientId: provider.client_id };
    const to = await ports.identities.end(registered, leave, { redirectUri: `${site}${SIGNED_OUT_PATH}`, state });
    return { to: to.href };
  }

  return {
    async wayOut(familyId, origin) {
      if (familyId === null) return null;
      try {
        return await way(familyId, origin);
      } catch (error) {
        // Whoever signs out is signed out here, whatever becomes of the other place.
        ports.logger.warn('external.notSignedOutThere', { error });
        return null;
      }
    },
  };
}

/** Forgets those of sessions that have ended in another way. */
export async function sweepElsewhere(ports: Pick<ServerPorts, 'database' | 'clock'>): Promise<void> {
  await ports.database.kysely
    .deleteFrom('external_session')
    .where((where) =>
      where.or([
        where('expire_time', '<=', nowSeconds(ports)),
        where.not(
          where.exists(
            where
              .selectFrom('token')
              .select('token.hash')
              .whereRef('token.family_id', '=', 'external_session.family_id')
              .where('token.revoked_at', 'is', null),
          ),
        ),
      ]),
    )
    .execute();
}
