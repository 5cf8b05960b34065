import { isBlank, isPassword } from '#domain/base/validation';
import type { PasswordHasher } from '../../ports/ports.ts';
import type { Writer } from '../../base/caller.ts';

/** Blanks are no password: who sends them keeps the one they have. */
export const isEntered = (password: unknown): password is string => typeof password === 'string' && !isBlank(password);

/**
 * Hashes of passwords that are about to be written, made before the write's transaction opens: hashing takes long, and the embedded
 * database has one transaction at a time. Kept with the caller, of whom each call has its own. Source: security.md rule 6.
 */
export function preparedHashes(passwords: PasswordHasher) {
  const hashes = new WeakMap<Writer, { readonly password: string; readonly hash: string }>();
  return {
    /** What no password can be is not hashed; the write refuses it. */
    async prepare(password: unknown, caller: Writer): Promise<void> {
      if (!isEntered(password) || !isPassword(password)) return;
      hashes.set(caller, { password, hash: await passwords.hash(password) });
    },
    async of(password: string, caller: Writer): Promise<string> {
      const prepared = hashes.get(caller);
      return prepared?.password === password ? prepared.hash : passwords.hash(password);
    },
  };
}
