import type { GuessLimit } from '../../../base/limits.ts';

/** An answer is stored in events of at most so much, after its first words at most so often; what its whole text may have, in UTF-16 units. */
export const CHAT_FLUSH_MS = 60;
export const CHAT_BATCH_LENGTH = 4096;
export const ANSWER_LENGTH = 200_000;
/** How long a model may take for its first word, for each that follows, and for all of an answer. */
export const CHAT_FIRST_WORD_MS = 60_000;
export const CHAT_NEXT_WORD_MS = 45_000;
export const CHAT_ANSWER_MS = 300_000;
/** Answers that one process writes at once, and how many of them are kept for those who have signed in. */
export const CHAT_RUNS_AT_ONCE = 32;
export const CHAT_RUNS_KEPT = 12;
/** Searches of one owner: each reads all that the owner has. */
export const CHAT_SEARCHES: GuessLimit = { count: 60, windowSeconds: 60, bucketSeconds: 5 };
/** A visitor's answer ends when nobody has followed it for so long; how often that is looked at. */
export const CHAT_UNREAD_MS = 60_000;
export const CHAT_READERS_LOOKED_AT_MS = 1000;
/** How far back `continue` looks for words that are said again. */
export const CHAT_SEAM_LENGTH = 200;
/** Questions of all visitors of a network. */
export const CHAT_SENDS_PER_NETWORK: GuessLimit = { count: 20, windowSeconds: 60, bucketSeconds: 5 };
export const CHAT_SENDS_PER_NETWORK_A_DAY: GuessLimit = { count: 200, windowSeconds: 86_400, bucketSeconds: 3600 };
/** Streams of answers that one owner reads at once, from one process. */
export const CHAT_FOLLOWS = 30;
/** Everything else that writes, of one owner; of visitors also of all of a network. */
export const CHAT_CHANGES: GuessLimit = { count: 600, windowSeconds: 3600, bucketSeconds: 60 };
/** Messages of a branch that a model is told at most. */
export const CHAT_TURNS_TOLD = 200;
/** How much there may be of one owner, and in one conversation. */
export const CHAT_CONVERSATIONS = { visitor: 200, member: 5000, admin: 5000 } as const;
export const CHAT_MESSAGES = 5000;
/** In one file that is read in, and how many files of one owner. */
export const CHAT_MESSAGES_OF_A_FILE = 20_000;
export const CHAT_IMPORTS: GuessLimit = { count: 60, windowSeconds: 86_400, bucketSeconds: 3600 };
export const CHAT_SHARES_OF_A_CONVERSATION = 20;
/** How often a model is asked again with what its tools have brought, and how many of them it may call in all of an answer. */
export const CHAT_TOOL_ROUNDS = 8;
export const CHAT_TOOL_CALLS = 32;
/** Tools that are offered at once; the first sections of the menu have theirs. */
export const CHAT_TOOLS = 120;
/** Records that a tool tells at once, and what it tells at all, in UTF-16 units. */
export const CHAT_TOOL_ROWS = 20;
export const CHAT_TOOL_OUTPUT = 8000;
/** What one answer may propose, and for how long that can be approved. */
export const CHAT_PROPOSALS = 20;
export const CHAT_PROPOSAL_SECONDS = 3600;
/** After so long an approval whose server was killed may be given again. */
export const CHAT_APPLYING_SECONDS = 60;
/** How long the events of an answer outlive it, and the note that there was a run. */
export const CHAT_EVENT_SECONDS = 600;
export const CHAT_RUN_SECONDS = 86_400;
/** How often the use of a visitor's token is noted. */
export const CHAT_SEEN_EVERY_SECONDS = 3600;
export const CHAT_SETTING_MEMORY_MS = 1000;
/** How often a provider is asked again that has said nothing yet, and the longest that it is waited for between. */
export const CHAT_RETRIES = 2;
export const CHAT_RETRY_AFTER_MS = 10_000;
/** Before the first repetition. */
export const CHAT_RETRY_MS = 500;
/** How often one administrator tries models out, and how long an answer to that may take. */
export const CHAT_TRIALS: GuessLimit = { count: 20, windowSeconds: 300, bucketSeconds: 10 };
export const CHAT_TRIAL_MS = 30_000;
/** Files that one owner hands over in a day, what all of theirs may weigh, and how many are received at once: of one owner, and of all. */
export const CHAT_ATTACHES: GuessLimit = { count: 100, windowSeconds: 86_400, bucketSeconds: 3600 };
export const CHAT_ATTACHED_BYTES = 200_000_000;
export const CHAT_ATTACHING_AT_ONCE = { ofOwner: 3, ofAll: 24 } as const;
/** How long a file is kept that was never sent. */
export const CHAT_UNSENT_SECONDS = 86_400;
/** Pictures of a branch that a model is shown at most, the newest ones, and what one of them counts as. */
export const CHAT_PICTURES_TOLD = 8;
export const CHAT_PICTURE_TOKENS = 1500;
