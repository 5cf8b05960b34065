import type { Caller } from '../../base/caller.ts';

/** Whose a stored file is: an administrator's or a member's, never both. The other id is 0. */
export interface UploadOwner {
  readonly adminId: number;
  readonly userId: number;
  readonly name: string;
}

/** @throws Error for a visitor, whom no endpoint of uploads lets through */
export function ownerOf(caller: Caller): UploadOwner {
  if (caller.kind === 'admin') return { adminId: caller.id, userId: 0, name: caller.username };
  throw new Error('Nobody is signed in');
}
