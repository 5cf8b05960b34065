import { base64url, sha256 } from '../../base/digest.ts';
import { knownBy } from '../../base/external-cookie.ts';
import { TOKEN_BYTES } from '../../base/limits.ts';
import { EXTERNAL_SIGN_IN_SECONDS } from './limits.ts';
import type { ProvedIdentity } from '../../ports/identity-port.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { Row } from '../../db/tables/tables.ts';
import type { AccountType } from '../../resources/access/locked-account.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'randomBytes' | 'encryptor'>;

/** What the provider's answer is judged by. */
interface Drawn {
  readonly redirectUri: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly keep: boolean;
}

interface Begun extends Drawn {
  /** Kept by the browser alone. */
  readonly cookie: string;
  readonly state: string;
}

/** A sign-in in the browser that began it, once the provider has spoken. */
export interface ProvedExternal extends Pick<Row<'external_sign_in'>, 'cookie_hash' | 'provider_id'> {
  readonly identity: ProvedIdentity;
}

export interface Answered extends Omit<Row<'external_sign_in'>, 'encrypted'>, Drawn {}

interface Wish {
  readonly area: AccountType;
  readonly providerId: number;
  readonly redirectUri: string;
  readonly back: string;
  readonly keep: boolean;
  /** Of somebody who is signed in and links an account. */
  readonly owner: { readonly accountId: number; readonly familyId: string } | null;
}

/** By the first letter of a state one knows which area's page it leads back to. */
export const AREA_SIGNS = { admin: 'a', user: 'm' } as const;

/** Of which area a sign-in is that has come back, as far as its state tells; nothing else follows from it. */
export const areaOfState = (state: string): AccountType => (state.startsWith(AREA_SIGNS.user) ? 'user' : 'admin');

const about = (cookieHash: string, stage: string): string => `external_sign_in:${stage}:${cookieHash}`;

/**
 * Sign-ins at providers that are under way. What each is judged by lies here, encrypted; the browser keeps a key to it and the provider the state, and it
 * takes both. Each counts once.
 */
export function createUnderWay(ports: Ports) {
  const { kysely } = ports.database;
  const draw = (): string => base64url(ports.randomBytes(TOKEN_BYTES));
  const expiry = (): number => nowSeconds(ports) + EXTERNAL_SIGN_IN_SECONDS;

  return {
    /** One of a browser: another takes its place. */
    async begin({ area, providerId, redirectUri, back, keep, owner }: Wish): Promise<Begun> {
      const begun = { cookie: draw(), state: `${AREA_SIGNS[area]}${draw()}`, redirectUri, nonce: draw(), verifier: draw(), keep };
      const { cookie, state, ...drawn } = begun;
      const hash = await sha256(knownBy(cookie, redirectUri.startsWith('https:')));
      const stage = owner ? 'linking' : 'begun';
      await kysely
        .insertInto('external_sign_in')
        .values({
          cookie_hash: hash,
          state_hash: await sha256(state),
          provider_id: providerId,
          account_type: area,
          stage,
          account_id: owner?.accountId ?? null,
          family_id: owner?.familyId ?? null,
          encrypted: await ports.encryptor.encrypt(JSON.stringify(drawn), about(hash, stage)),
          back,
          expire_time: expiry(),
        })
        .execute();
      return begun;
    },

    /** Uses up what this browser began and this answer belongs to. @returns null where there is nothing of the kind */
    async take(cookie: string, state: string): Promise<Answered | null> {
      const row = await kysely
        .deleteFrom('external_sign_in')
        .where('cookie_hash', '=', await sha256(cookie))
        .where('state_hash', '=', await sha256(state))
        .where('stage', 'in', ['begun', 'linking'])
        .where('expire_time', '>', nowSeconds(ports))
        .returningAll()
        .executeTakeFirst();
      if (!row) return null;
      const { encrypted, ...rest } = row;
      const drawn = JSON.parse(await ports.encryptor.decrypt(encrypted, about(row.cookie_hash, row.stage))) as Drawn;
      return { ...rest, ...drawn };
    },

    /** Keeps what the provider has said, for the page to go on with. */
    async keep(answered: Answered, identity: ProvedIdentity): Promise<void> {
      const { cookie_hash: hash, state_hash, provider_id, account_type, back } = answered;
      const encrypted = await ports.encryptor.encrypt(JSON.stringify(identity), about(hash, 'proved'));
      const kept = { state_hash, provider_id, account_type, back, stage: 'proved', account_id: null, family_id: null } as const;
      await kysely
        .insertInto('external_sign_in')
        .values({ cookie_hash: hash, ...kept, encrypted, expire_time: expiry() })
        .execute();
    },

    /** Whom the provider has spoken for in this browser. */
    async find(cookie: string, area: AccountType): Promise<ProvedExternal | null> {
      const row = await kysely
        .selectFrom('external_sign_in')
        .select(['cookie_hash', 'provider_id', 'encrypted'])
        .where('cookie_hash', '=', await sha256(cookie))
        .where('account_type', '=', area)
        .where('stage', '=', 'proved')
        .where('expire_time', '>', nowSeconds(ports))
        .executeTakeFirst();
      if (!row) return null;
      const { encrypted, ...rest } = row;
      return {
        ...rest,
        identity: JSON.parse(await ports.encryptor.decrypt(encrypted, about(row.cookie_hash, 'proved'))) as ProvedIdentity,
      };
    },
  };
}

export type UnderWay = ReturnType<typeof createUnderWay>;

/** Forgets what came to nothing. */
export async function sweepExternal(ports: Pick<ServerPorts, 'database' | 'clock'>): Promise<void> {
  await ports.database.kysely.deleteFrom('external_sign_in').where('expire_time', '<=', nowSeconds(ports)).execute();
}
