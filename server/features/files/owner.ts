import type { AdminCaller, Caller, MemberCaller } from '../../base/caller.ts';

/** Whose a stored file is: an administrator's or a member's, never both. The other id is 0. */
export interface UploadOwner {
  readonly adminId: number;
  readonly userId: number;
  readonly name: string;
}

/** Members have one topic, whatever they ask for. Source: wire protocol §6.1. */
export const optionsFor = <Options extends object>(caller: Caller, options: Options): Options & { readonly topic?: string } =>
  caller.kind === 'member' ? { ...options, topic: 'default' } : options;

/** @throws Error for a visitor, whom no endpoint of uploads lets through */
export function ownerOf(caller: Caller): UploadOwner {
  const { kind, id, username } = signedIn(caller);
  return kind === 'admin' ? { adminId: id, userId: 0, name: username } : { adminId: 0, userId: id, name: username };
}

/** @throws Error for a visitor */
export function signedIn(caller: Caller): AdminCaller | MemberCaller {
  if (caller.kind === 'visitor') throw new Error('Nobody is signed in');
  return caller;
}
