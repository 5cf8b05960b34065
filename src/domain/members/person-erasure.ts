/** Kinds of records that are counted before a person is erased: what goes with them, and what stays under a number. */
export type PersonCount = 'versions' | 'deletions' | 'watched' | 'files' | 'conversations' | 'views' | 'ledger' | 'log' | 'writes';

/** What erasing a person takes, and what stays of them; which of the counts there are depends on whose account it is. */
export type PersonErasurePlan = { readonly username: string } & { readonly [name in PersonCount]?: number };
