import { CODE_PAUSE_SECONDS } from '#api/contract/session/verification';
import { CODE_SECONDS, CODE_TRIES } from '../../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { Client } from '../../../base/caller.ts';
import { base64url, sha256 } from '../../../base/digest.ts';
import { networkOf } from '../../../base/network.ts';

/** What a code is bound to. */
export interface CodeBinding {
  readonly purpose: string;
  readonly target: string;
  readonly requester: string;
}

/** A requester's turn to have a code sent to an address. */
export interface CodeTurn extends CodeBinding {
  readonly askedAt: number;
}

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'randomBytes'>;

const SALT_BYTES = 16;
const UNSENT_BYTES = 32;
/** The largest multiple of a million that four bytes hold; numbers from there on would favour some codes. */
const EVEN_RANGE = 4_294_000_000;

/** Who asked: a member wherever they are, a visitor by their network. */
export const requesterOf = (client: Client, memberId: number | null): string =>
  memberId === null ? `network:${networkOf(client.ip)}` : `member:${memberId}`;

/** One spelling for one target. */
export const plainTarget = (target: string): string => target.trim().toLowerCase();

/** Six digits, each code as likely as any other. */
export function drawCode({ randomBytes }: Pick<ServerPorts, 'randomBytes'>): string {
  for (;;) {
    const number = new DataView(randomBytes(4).buffer).getUint32(0);
    if (number < EVEN_RANGE) return String(number % 1_000_000).padStart(6, '0');
  }
}

const hashOf = (salt: string, { purpose, target, requester }: CodeBinding, code: string): Promise<string> =>
  sha256(JSON.stringify([salt, purpose, target, requester, code]));

/**
 * Takes the turn to have a code sent; of several calls of one requester at the same time one gets it, and nobody takes another's.
 * @returns null when they were sent one a moment ago
 */
export async function takeTurn(ports: Ports, binding: CodeBinding): Promise<CodeTurn | null> {
  const askedAt = nowSeconds(ports);
  const row = await ports.database.kysely
    .insertInto('code_turn')
    .values({ ...binding, asked_at: askedAt })
    .onConflict((on) =>
      on
        .columns(['purpose', 'target', 'requester'])
        .doUpdateSet({ asked_at: askedAt })
        // One that lies ahead is of a clock that was set back since.
        .where((where) =>
          where.or([where('code_turn.asked_at', '<=', askedAt - CODE_PAUSE_SECONDS), where('code_turn.asked_at', '>', askedAt)]),
        ),
    )
    .returning('asked_at')
    .executeTakeFirst();
  return row ? { ...binding, askedAt } : null;
}

/** Gives the turn back when nothing was sent, so that it can be tried again at once. An earlier code stays what it was. */
export async function giveTurnBack({ database }: Ports, { purpose, target, requester, askedAt }: CodeTurn): Promise<void> {
  await database.kysely
    .updateTable('code_turn')
    .set({ asked_at: 0 })
    .where('purpose', '=', purpose)
    .where('target', '=', target)
    .where('requester', '=', requester)
    .where('asked_at', '=', askedAt)
    .execute();
}

/** Makes the code that was sent the valid one of whoever asked; those of others stay what they are. */
export const storeCode = (ports: Ports, binding: CodeBinding, code: string): Promise<void> => store(ports, binding, code, false);

/**
 * Stores in place of a code what no code can be, where none is valid: guesses at a target that was sent nothing are judged as all others
 * are, and as fast, and none is right.
 */
export const storeUnsent = (ports: Ports, binding: CodeBinding): Promise<void> =>
  store(ports, binding, base64url(ports.randomBytes(UNSENT_BYTES)), true);

async function store(ports: Ports, binding: CodeBinding, code: string, isUnsent: boolean): Promise<void> {
  const now = nowSeconds(ports);
  const salt = base64url(ports.randomBytes(SALT_BYTES));
  const hash = await hashOf(salt, binding, code);
  const values = { salt, hash, tries: 0, expire_time: now + CODE_SECONDS, used_at: null };
  await ports.database.kysely
    .insertInto('verification_code')
    .values({ ...binding, ...values })
    .onConflict((on) => {
      const update = on.columns(['purpose', 'target', 'requester']).doUpdateSet(values);
      return isUnsent ? update.where('verification_code.expire_time', '<=', now) : update;
    })
    .execute();
}

/** A code that is right and not used yet. */
export interface RightCode {
  readonly id: number;
  readonly hash: string;
}

/** Verifies a code; the try is counted before. @returns null where it is wrong. Source: security.md rules 8, 34. */
export async function tryCode(ports: Ports, binding: CodeBinding, code: string): Promise<RightCode | null> {
  const row = await ports.database.kysely
    .updateTable('verification_code')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('purpose', '=', binding.purpose)
    .where('target', '=', binding.target)
    .where('requester', '=', binding.requester)
    .where('used_at', 'is', null)
    .where('expire_time', '>', nowSeconds(ports))
    .where('tries', '<', CODE_TRIES)
    .returning(['id', 'salt', 'hash'])
    .executeTakeFirst();
  return row && row.hash === (await hashOf(row.salt, binding, code.trim().toUpperCase())) ? { id: row.id, hash: row.hash } : null;
}

/** Of several who are right at the same time one is told so. */
export async function useCodeUp(ports: Ports, { id, hash }: RightCode): Promise<boolean> {
  const used = await ports.database.kysely
    .updateTable('verification_code')
    .set({ used_at: nowSeconds(ports) })
    .where('id', '=', id)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}
