import { rejection } from '#domain/base/failure';
import type { ExternalFault } from '#domain/external/external-fault';
import type { AdminCaller, Client, MemberCaller } from '../../base/caller.ts';
import { externalCookie } from '../../base/external-cookie.ts';
import { EXTERNAL_SIGN_IN_SECONDS, EXTERNAL_STARTS_PER_NETWORK } from './limits.ts';
import { networkOf } from '../../base/network.ts';
import { CALLBACK_PATH } from '#api/contract/external/external';
import { IdentityError, type IdentityProviders } from '../../ports/identity-port.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { ownAccountOf } from '../../resources/access/own-account.ts';
import { sessionOfCaller } from '../../resources/access/lasting-session.ts';
import { withReplyHeaders } from '../../routing/replies.ts';
import type { AccountType } from '../../resources/access/locked-account.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { countAttempt } from '../base/throttle.ts';
import { clientOf, openProvider, type Provider } from './providers.ts';
import { siteOrigin } from './site-origin.ts';
import type { UnderWay } from './under-way.ts';

interface Departure {
  readonly providerId: number;
  /** Origin of the page that asks. */
  readonly origin: string;
  /** The path to come back to. */
  readonly back: string;
  readonly keep?: boolean;
}

interface Left {
  readonly url: string;
}

/** The way to a provider: the browser is sent there with what was drawn for it, and keeps a cookie that its coming back is judged by. */
export interface ExternalDeparture {
  signIn(area: AccountType, departure: Departure, client: Client): Promise<Left>;
  /** For somebody who is signed in and has proved it just now. */
  link(departure: Departure, caller: AdminCaller | MemberCaller): Promise<Left>;
}

export const externalRefusal = (fault: ExternalFault) => rejection(`refusals.external.${fault}`);

/** What is said of a provider in the security log. */
export const aboutProvider = ({ id }: Pick<Provider, 'id'>, fault: ExternalFault) => ({
  resource: 'signInProvider',
  id,
  reason: `refusals.external.${fault}`,
});

/** @throws where this server asks none */
export function identitiesOf({ identities }: Pick<ServerPorts, 'identities'>): IdentityProviders {
  if (!identities) throw externalRefusal('gone');
  return identities;
}

export function createExternalDeparture(
  ports: ServerPorts,
  underWay: Pick<UnderWay, 'begin'>,
  securityLog: SecurityLog,
): ExternalDeparture {
  const { kysely } = ports.database;

  async function leave(
    area: AccountType,
    { providerId, origin, back, keep = false }: Departure,
    client: Client,
    owner: Parameters<UnderWay['begin']>[0]['owner'],
  ): Promise<Left> {
    await countAttempt(ports, [{ key: `external-start:${networkOf(client.ip)}`, limit: EXTERNAL_STARTS_PER_NETWORK }]);
    const identities = identitiesOf(ports);
    const provider = await openProvider(kysely, providerId, area);
    if (!provider) throw externalRefusal('gone');
    const site = await siteOrigin(ports, origin);
    if (site === null) throw rejection('refusals.external.otherAddress');
    const redirectUri = `${site}${CALLBACK_PATH}`;
    const registered = await clientOf(kysely, ports.encryptor, provider);
    const { cookie, ...checks } = await underWay.begin({ area, providerId, redirectUri, back, keep, owner });
    const url = await identities.begin(registered, checks).catch(async (error: unknown) => {
      if (!(error instanceof IdentityError)) throw error;
      ports.logger.warn('external.failed', { providerId, fault: error.fault, error });
      await securityLog.write('external.refused', client, { detail: aboutProvider(provider, error.fault) });
      throw externalRefusal(error.fault);
    });
    const kept = externalCookie(cookie, site.startsWith('https:'), EXTERNAL_SIGN_IN_SECONDS);
    return withReplyHeaders({ url: url.href }, { 'set-cookie': kept });
  }

  return {
    signIn: (area, departure, client) => leave(area, departure, client, null),
    async link(departure, caller) {
      const session = await sessionOfCaller(kysely, caller);
      if (!session) throw externalRefusal('session');
      const { area, accountId } = ownAccountOf(caller);
      return leave(area, departure, caller.client, { accountId, familyId: session.familyId });
    },
  };
}
