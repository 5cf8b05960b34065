import * as z from 'zod/mini';

/** Of whomever it is: what their name stands in, and is taken from. */
export const erasedParts = {
  username: z.string(),
  /** Versions of the account in the journal of changes, deletions in the recycle bin, entries of the log of watched fields. */
  versions: z.number(),
  deletions: z.number(),
  watched: z.number(),
  conversations: z.number(),
};
