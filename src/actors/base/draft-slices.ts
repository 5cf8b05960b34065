import { STORAGE_KEY, type Slice } from './persistence.ts';

/** What was typed and not saved when a session was lost, kept in this tab. */
export const DRAFTS = {
  admin: { key: STORAGE_KEY.drafts, version: 2 },
  member: { key: STORAGE_KEY.memberDrafts, version: 1 },
} as const satisfies Readonly<Record<string, Slice>>;

export interface StoredDrafts {
  readonly account: number;
  /** By a name of what it was typed into. */
  readonly drafts: Readonly<Record<string, unknown>>;
}

/** The name of what a member had changed in the profile. */
export const PROFILE_DRAFT = 'profile';
