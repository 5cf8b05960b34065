import type { Caller } from '../../base/caller.ts';

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
  if (caller.kind === 'admin') return { adminId: caller.id, userId: 0, name: caller.username };
  if (caller.kind === 'member') return { adminId: 0, userId: caller.id, name: caller.username };
  throw new Error('Nobody is signed in');
}
