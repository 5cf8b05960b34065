import { EXTERNAL_PARAM, type ExternalFault, type ExternalOutcome } from '#domain/external/external-fault';
import type { Client } from '../../base/caller.ts';
import { EXTERNAL_IDENTITIES_OF_AN_ACCOUNT } from './limits.ts';
import { isRefusal } from '../../db/base/database-error.ts';
import { IdentityError, type ProvedIdentity } from '../../ports/identity-port.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { isLasting } from '../../resources/access/lasting-session.ts';
import { type AccountType, lockAccount } from '../../resources/access/locked-account.ts';
import type { IncomingCall } from '../../routing/call.ts';
import type { SecurityLog } from '../base/security-log.ts';
import type { MemberMessages } from '../members/messages/member-messages.ts';
import { tellAdmin } from '../base/tell-admin.ts';
import { aboutProvider, identitiesOf } from './departure.service.ts';
import { forgetGone } from './linked-identity.ts';
import { identityLabel } from './make-account.ts';
import { clientOf, openProvider, type Provider } from './providers.ts';
import { type Answered, areaOfState, type UnderWay } from './under-way.ts';

/** The pages that people come back to; nothing that a request or a provider says leads anywhere else. */
/** So many errors behind one are told. */
const SAID_AT_MOST = 6;
const SIGN_IN: Readonly<Record<AccountType, string>> = { admin: '/admin/login', user: '/user/login' };
const OWN_PAGE: Readonly<Record<AccountType, string>> = { admin: '/admin/routine/adminInfo', user: '/user/account/security' };

interface Return {
  readonly path: string;
  readonly outcome: ExternalOutcome;
  /** Of the sign-in page: where to go on to. That page looks it up among its own. */
  readonly to?: string;
}

function redirect({ path, outcome, to = '' }: Return): Response {
  const query = new URLSearchParams({ ...(to !== '' && { to }), [EXTERNAL_PARAM]: outcome });
  return new Response(null, { status: 303, headers: { location: `${path}?${query}`, 'cache-control': 'no-store' } });
}

/** Where providers send somebody back to who has signed out there as well: to the sign-in page that they came by. Nothing else follows from it. */
export const returnFromLeave = ({ url }: Pick<IncomingCall, 'url'>): Response =>
  new Response(null, {
    status: 303,
    headers: { location: SIGN_IN[areaOfState(url.searchParams.get('state') ?? '')], 'cache-control': 'no-store' },
  });

/** A fault of the way back, which the page says in a sentence. */
class Fault extends Error {
  readonly fault: ExternalFault;
  constructor(fault: ExternalFault) {
    super(fault);
    this.fault = fault;
  }
}

/**
 * Where providers send the browser back to. What was begun is used up first, whatever becomes of it; it has to have been begun in this browser. Then the
 * answer is judged, and the page goes on. Source: OpenID Connect Core 1.0, "3.1.2.7 Authentication Response Validation".
 */
export function createArrival(ports: ServerPorts, underWay: UnderWay, securityLog: SecurityLog, messages: MemberMessages) {
  const { kysely } = ports.database;

  async function verify(answered: Answered, provider: Provider, url: URL): Promise<ProvedIdentity> {
    const { redirectUri, nonce, verifier } = answered;
    const checks = { redirectUri, nonce, verifier, state: url.searchParams.get('state') ?? '' };
    return identitiesOf(ports).finish(await clientOf(kysely, ports.encryptor, provider), url, checks);
  }

  /** Links an account that somebody who is still signed in began to link. */
  async function link(answered: Answered, provider: Provider, identity: ProvedIdentity, client: Client): Promise<void> {
    const { account_type: area, account_id: accountId, family_id: familyId } = answered;
    if (accountId === null || familyId === null) throw new Fault('session');
    const at = nowSeconds(ports);
    const { issuer, subject } = identity;
    await ports.database
      .transaction(async (trx) => {
        const account = await lockAccount(trx, { area, accountId });
        // Under the lock: whoever ends the sign-in while the provider is asked means to end this, too.
        const session = { area, accountId, familyId };
        if (!account.isActive || !(await isLasting({ database: { kysely: trx }, clock: ports.clock }, session))) throw new Fault('session');
        const own = await trx
          .selectFrom('external_identity')
          .select(['issuer', 'subject'])
          .where('account_type', '=', area)
          .where('account_id', '=', accountId)
          .execute();
        // Once more what is linked already: so it is.
        if (own.some((one) => one.issuer === issuer && one.subject === subject)) return;
        if (own.length >= EXTERNAL_IDENTITIES_OF_AN_ACCOUNT) throw new Fault('session');
        await forgetGone(trx, area, identity);
        await trx
          .insertInto('external_identity')
          .values({ account_type: area, account_id: accountId, issuer, subject, label: identityLabel(identity), create_time: at })
          .execute();
        const whose = { accountType: area, accountId, detail: { resource: 'signInProvider', id: provider.id } } as const;
        await securityLog.write('external.linked', client, whose, trx);
        if (area === 'user') await messages.tell(trx, accountId, 'externalLinked', client, { provider: provider.name });
        else await tellAdmin(ports, trx, accountId, { name: 'externalLinked', params: { ip: client.ip } }, client.language);
      })
      .catch((error: unknown) => {
        throw isRefusal(error, 'unique') ? new Fault('taken') : error;
      });
  }

  async function arrive(answered: Answered, provider: Provider, { url, client }: IncomingCall): Promise<Return> {
    const { account_type: area, stage, back } = answered;
    const identity = await verify(answered, provider, url);
    if (stage === 'linking') {
      await link(answered, provider, identity, client);
      return { path: OWN_PAGE[area], outcome: 'linked' };
    }
    await underWay.keep(answered, identity);
    return { path: SIGN_IN[area], outcome: answered.keep ? 'readyToStay' : 'ready', to: back };
  }

  return async (call: IncomingCall): Promise<Response> => {
    const { url, tokens, client } = call;
    const state = url.searchParams.get('state') ?? '';
    const answered = tokens.externalSignIn ? await underWay.take(tokens.externalSignIn, state) : null;
    if (!answered) {
      await securityLog.write('external.refused', client, { detail: { reason: 'refusals.external.stale' } });
      return redirect({ path: SIGN_IN[areaOfState(state)], outcome: 'stale' });
    }
    const { account_type: area, stage, account_id: accountId, back } = answered;
    const path = stage === 'linking' ? OWN_PAGE[area] : SIGN_IN[area];
    const provider = await openProvider(kysely, answered.provider_id, area);
    if (!provider) return redirect({ path, outcome: 'gone', to: back });
    try {
      return redirect(await arrive(answered, provider, call));
    } catch (error) {
      if (!(error instanceof IdentityError || error instanceof Fault)) throw error;
      ports.logger.warn('external.failed', { providerId: provider.id, fault: error.fault, said: saidOf(error) });
      const detail = aboutProvider(provider, error.fault);
      await securityLog.write('external.refused', client, accountId === null ? { detail } : { accountType: area, accountId, detail });
      return redirect({ path, outcome: error.fault, to: back });
    }
  };
}

/** What went wrong, without what a provider said of whom: libraries hang all claims of a token that they refuse on their errors. */
function saidOf(error: unknown): readonly string[] {
  const said: string[] = [];
  for (let one = error; one instanceof Error && said.length < SAID_AT_MOST; one = one.cause) {
    const code = 'code' in one && typeof one.code === 'string' ? ` ${one.code}` : '';
    said.push(`${one.name}${code}: ${one.message}`);
  }
  return said;
}
