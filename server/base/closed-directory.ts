import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bits of a mode that speak of anybody but the owner. */
const OTHERS = 0o077;
/** What this process makes is for its owner only. */
export const PRIVATE_MASK = OTHERS;

/**
 * Makes the directory, or closes one that was there, so that nobody else on this machine can look into it; and what lies directly in
 * it, in case a part is moved elsewhere. Windows keeps its rights elsewhere.
 * @returns what was open to others before
 * @throws Error where the directory is open and cannot be closed
 * Source: security.md rule 37.
 */
export function closeDirectory(root: string): readonly string[] {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return [];
  const isOpen = statSync(root).mode & OTHERS;
  if (isOpen && !tryToClose(root)) {
    throw new Error(
      `Other users of this machine can look into the data directory ${root}, and this user may not close it. Let its owner run: chmod 700 ${root}. Or set DATA_DIR to a directory inside it, which Troupe then makes itself.`,
    );
  }
  // Links are left alone: what they lead to is not ours. So is what belongs to somebody else: it is behind the closed door.
  const open = readdirSync(root)
    .map((name) => join(root, name))
    .filter((path) => isOpenFile(path) && tryToClose(path));
  return isOpen ? [root, ...open] : open;
}

function isOpenFile(path: string): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  return entry !== undefined && !entry.isSymbolicLink() && (entry.mode & OTHERS) !== 0;
}

function tryToClose(path: string): boolean {
  try {
    chmodSync(path, statSync(path).mode & 0o700);
    return true;
  } catch {
    return false;
  }
}
