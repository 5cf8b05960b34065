/** Drawn pages that are kept in memory, with their compressed copies; and how long a reader waits who finds none and no database. */
export const DOCUMENT_CACHE_BYTES = 32 * 1_048_576;
export const DOCUMENT_RETRY_SECONDS = 5;
/** Addresses that pages are kept under while the settings name none; whoever asks by yet another gets pages that name no address. */
export const DOCUMENT_ORIGINS = 8;
/** One of them that nobody has asked by for so long makes room for another. */
export const DOCUMENT_ORIGIN_IDLE_MS = 600_000;
/** Pages that one network may have drawn in a minute (what is kept already counts for nobody), how many are drawn at once, and how many may wait. */
export const DOCUMENT_DRAWS_PER_MINUTE = 240;
export const DOCUMENT_DRAWS_AT_ONCE = 2;
export const DOCUMENT_QUEUE = 64;
