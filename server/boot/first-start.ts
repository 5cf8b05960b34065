import { randomBytes } from 'node:crypto';
import type { Database } from '../db/base/database.ts';
import { checkPassword } from '#domain/session/password-rules';
import { FIRST_ADMIN, isSeeded, seedDatabase } from '../db/seed/seed.ts';
import { EnvError, type Env } from './env.ts';
import { nowSeconds, type ServerPorts } from '../ports/ports.ts';

/** Letters and digits that cannot be mistaken for one another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const WEAK_PASSWORD =
  'ADMIN_PASSWORD must not be one of the most used passwords, nor the name of the account (set another one, or leave it out).';

/** Long enough that nobody guesses it; short enough to be typed once. */
export function generatedPassword(): string {
  const letters: string[] = [];
  // A byte beyond the last whole multiple would make the first letters likelier.
  for (const byte of randomBytes(200)) if (byte < 256 - (256 % ALPHABET.length)) letters.push(ALPHABET[byte % ALPHABET.length] ?? '');
  return letters.slice(0, 16).join('');
}

/**
 * Fills a new database and makes the first administrator.
 * @param tell is given the password that was generated here, and kept nowhere, before it counts: whatever ends the start afterwards, such as
 * a port that is taken, finds somebody who knows it
 * @throws EnvError when the password is one that guessers try first
 */
export async function firstStart(
  database: Database,
  env: Pick<Env, 'adminPassword' | 'sampleData'>,
  ports: Pick<ServerPorts, 'passwords' | 'clock'>,
  tell: (password: string) => void,
): Promise<void> {
  if (await isSeeded(database)) return;
  const password = env.adminPassword ?? generatedPassword();
  // Judged here alone: on a database that has an administrator it no longer matters what stands in the environment.
  if (checkPassword(password, FIRST_ADMIN.username)) throw new EnvError([WEAK_PASSWORD]);
  await seedDatabase(database, {
    adminPasswordHash: await ports.passwords.hash(password),
    sampleData: env.sampleData,
    nowSeconds: nowSeconds(ports),
    ...(env.adminPassword === undefined && { beforeCommit: () => tell(password) }),
  });
}
