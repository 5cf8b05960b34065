/** What erasing a member takes, and what stays of them. */
export interface PersonErasurePlan {
  readonly username: string;
  /** Versions of the account in the journal of changes. */
  readonly versions: number;
  /** Deletions in the recycle bin, and entries of the log of sensitive data. */
  readonly deletions: number;
  readonly watched: number;
  readonly files: number;
  readonly conversations: number;
  /** Entries of the ledgers, which stay without a name. */
  readonly ledger: number;
}
