import { FailureError, rejection } from '#domain/base/failure';
import type { Client, PresentedTokens } from '../../base/caller.ts';
import { base64url } from '../../base/digest.ts';
import { EXTERNAL_ENTRIES_PER_NETWORK } from './limits.ts';
import { networkOf } from '../../base/network.ts';
import { isRefusal } from '../../db/base/database-error.ts';
import type { Row } from '../../db/tables/tables.ts';
import type { ProvedIdentity } from '../../ports/identity-port.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { type AccountType, lockAccount } from '../../resources/access/locked-account.ts';
import { storedHashOf } from '../../resources/access/own-account.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { countAttempt } from '../base/throttle.ts';
import type { Proved as ProvedAccount, Within } from '../session/password-sign-in.ts';
import { followGroups } from './follow-groups.ts';
import { forgetGone, linkedIdentity } from './linked-identity.ts';
import { identityLabel, makeAdmin, makeMember, newPersonOf } from './make-account.ts';
import { mappedGroups, valuesOf } from './mapped-groups.ts';
import { noteElsewhere } from './sessions-elsewhere.ts';
import { isIssuerOf } from '../../resources/access/ways-in.ts';
import { openProvider, type Provider } from './providers.ts';
import type { ProvedExternal, UnderWay } from './under-way.ts';

/** Somebody for whom a provider has spoken, and whose account that is. */
export interface Vouched {
  readonly proved: ProvedAccount;
  /** Uses it up and notes it, in the transaction that begins the session. @throws the refusal where it has been used meanwhile */
  readonly spend: Within;
}

/** Whom providers let in here. Why: docs/decisions/180-others-may-vouch.md */
export interface ExternalEntry {
  /**
   * Whose account it is: the one that is linked, or a new one where the provider may make any. Groups of administrators are as the provider says from now on.
   * @throws the refusal, which the security log has too
   */
  vouched(area: AccountType, tokens: PresentedTokens, client: Client): Promise<Vouched>;
}

type Identity = Row<'external_identity'>;

const SUFFIX_BYTES = 4;
const stale = () => rejection('refusals.external.stale');

export function createExternalEntry(ports: ServerPorts, underWay: Pick<UnderWay, 'find'>, securityLog: SecurityLog): ExternalEntry {
  const { database, clock } = ports;
  const { kysely } = database;
  const now = (): number => nowSeconds({ clock });
  // Names have no hyphens.
  const drawSuffix = (): string =>
    base64url(ports.randomBytes(SUFFIX_BYTES))
      .replaceAll(/[^a-zA-Z0-9]/gu, '0')
      .toLowerCase();

  const identityOf = (area: AccountType, identity: ProvedIdentity): Promise<Identity | undefined> => linkedIdentity(kysely, area, identity);

  /** Null where it is for people to decide to whom the identity belongs. */
  async function make(area: AccountType, provider: Provider, identity: ProvedIdentity, groups: readonly number[], client: Client) {
    if (provider.makes_accounts !== '1') throw rejection('refusals.external.noAccount');
    if (area === 'admin' && groups.length === 0) throw rejection('refusals.external.noGroup');
    if (area === 'user') await requireRegistration();
    await database.transaction(async (trx) => {
      const person = await newPersonOf(trx, area, identity, drawSuffix);
      if (!person) throw rejection('refusals.external.noAccount');
      const birth = { client, now: now(), jobs: ports.jobs };
      const id = area === 'admin' ? await makeAdmin(trx, person, groups, birth) : await makeMember(trx, person, birth);
      await forgetGone(trx, area, identity);
      const { issuer, subject } = identity;
      const link = { account_type: area, account_id: id, issuer, subject, label: identityLabel(identity), is_made: true };
      await trx
        .insertInto('external_identity')
        .values({ ...link, create_time: birth.now, used_time: null })
        .execute();
      await securityLog.write('external.accountMade', client, whose(area, id, provider), trx);
    });
  }

  /** A provider makes members where people may become one. */
  async function requireRegistration(): Promise<void> {
    const row = await kysely.selectFrom('config').select('value').where('name', '=', 'member_registration').executeTakeFirst();
    if (row?.value === 'closed') throw rejection('refusals.external.noAccount');
  }

  async function accountOf(area: AccountType, provider: Provider, identity: ProvedIdentity, groups: readonly number[], client: Client) {
    const known = await identityOf(area, identity);
    if (known) return known;
    await make(area, provider, identity, groups, client).catch((error: unknown) => {
      // Somebody was faster: it is there now, or the name is taken and the next attempt draws another.
      if (!isRefusal(error, 'unique')) throw error;
    });
    const made = await identityOf(area, identity);
    if (!made) throw rejection('refusals.external.noAccount');
    return made;
  }

  async function follow(provider: Provider, { account_id: adminId }: Identity, wanted: readonly number[], client: Client): Promise<void> {
    try {
      await database.transaction(async (trx) => {
        const account = await lockAccount(trx, { area: 'admin', accountId: adminId });
        if (!account.isActive) return;
        const following = { adminId, providerId: provider.id, wanted, client, now: now(), jobs: ports.jobs };
        if (await followGroups(trx, following))
          await securityLog.write('external.groupsChanged', client, whose('admin', adminId, provider), trx);
      });
    } catch (error: unknown) {
      // Somebody must be left who may everything, whatever a provider says.
      if (!(error instanceof FailureError)) throw error;
      ports.logger.error('external.groupsKept', { adminId, providerId: provider.id, error });
    }
    const groups = await kysely.selectFrom('admin_group_access').select('group_id').where('uid', '=', adminId).limit(1).executeTakeFirst();
    if (!groups) throw rejection('refusals.external.noGroup');
  }

  async function verified(
    area: AccountType,
    { cookie_hash: cookieHash, identity }: ProvedExternal,
    provider: Provider,
    client: Client,
  ): Promise<Vouched> {
    if (!isIssuerOf(provider, identity.issuer)) throw rejection('refusals.external.gone');
    const isMapped = area === 'admin' && provider.groups_claim !== '';
    const groups = isMapped ? await mappedGroups(kysely, provider.id, valuesOf(identity.claims, provider.groups_claim)) : [];
    const link = await accountOf(area, provider, identity, groups, client);
    const { isActive } = await database.transaction((trx) => lockAccount(trx, { area, accountId: link.account_id }));
    if (!isActive) throw rejection('refusals.external.disabled');
    if (isMapped) await follow(provider, link, groups, client);
    const hash = await storedHashOf(kysely, { area, accountId: link.account_id });
    return {
      proved: { id: link.account_id, hash, withoutPassword: true, by: { resource: 'signInProvider', id: provider.id } },
      async spend(trx, familyId) {
        const spent = await trx
          .deleteFrom('external_sign_in')
          .where('cookie_hash', '=', cookieHash)
          .where('stage', '=', 'proved')
          .executeTakeFirst();
        if (spent.numDeletedRows !== 1n) throw stale();
        // Whoever ends the link meanwhile means to end what it opens.
        const noted = await trx
          .updateTable('external_identity')
          .set({ used_time: now(), label: identityLabel(identity) })
          .where('id', '=', link.id)
          .where('account_id', '=', link.account_id)
          .executeTakeFirst();
        if (noted.numUpdatedRows !== 1n) throw stale();
        await noteElsewhere(trx, ports, provider, identity, { area, accountId: link.account_id, familyId });
      },
    };
  }

  return {
    async vouched(area, tokens, client) {
      await countAttempt(ports, [{ key: `external-entry:${networkOf(client.ip)}`, limit: EXTERNAL_ENTRIES_PER_NETWORK }]);
      const found = tokens.externalSignIn ? await underWay.find(tokens.externalSignIn, area) : null;
      if (!found) throw stale();
      const provider = await openProvider(kysely, found.provider_id, area);
      if (!provider) throw rejection('refusals.external.gone');
      return verified(area, found, provider, client).catch(async (error: unknown) => {
        if (error instanceof FailureError) await refuse(area, provider, found.identity, error, client);
        throw error;
      });
    },
  };

  /** What was refused for good is over, and known to who looks after the site. */
  async function refuse(
    area: AccountType,
    provider: Provider,
    identity: ProvedIdentity,
    error: FailureError,
    client: Client,
  ): Promise<void> {
    const known = await identityOf(area, identity);
    const { failure } = error;
    const detail = { resource: 'signInProvider', id: provider.id, ...(failure.kind === 'rejected' && { reason: failure.message }) };
    await securityLog.write('external.refused', client, known ? { accountType: area, accountId: known.account_id, detail } : { detail });
  }
}

const whose = (area: AccountType, accountId: number, { id }: Provider) =>
  ({ accountType: area, accountId, detail: { resource: 'signInProvider', id } }) as const;
