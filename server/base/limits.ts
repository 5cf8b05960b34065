/** Limits of the whole server that are not rules of a field; those of a feature stand in its folder. Source: security.md rules 1–7, 14, 16, 31, 36. */

export const ACCESS_TOKEN_SECONDS = 30 * 60;
/** Who does not ask to be kept signed in has no refresh token: use prolongs their access token, up to here after the sign-in. */
export const UNKEPT_SESSION_SECONDS = 12 * 3600;
/** How often use is noted, which prolongs it. */
export const USE_NOTED_EVERY_SECONDS = 60;
/** How long a refresh token may lie unused. */
export const REFRESH_IDLE_SECONDS = 14 * 86_400;
/** How long a sign-in lasts at most, however often it is renewed. */
export const SESSION_SECONDS = 30 * 86_400;
/** How long after the first use of a new pair the refresh token before it is still answered, for calls that were on their way. */
export const REFRESH_GRACE_SECONDS = 10;
export const TOKEN_BYTES = 32;
/** Sign-ins of one account that are remembered, and tokens of each kind of one of them: more than anybody has, and no more than can be kept. */
export const SESSIONS_OF_AN_ACCOUNT = 200;
export const TOKENS_OF_A_SESSION = 3000;

export interface GuessLimit {
  readonly count: number;
  readonly windowSeconds: number;
  /** Counters are kept in buckets of this length, so that no window of the full length ever holds more than `count`. */
  readonly bucketSeconds: number;
}
/** Wrong passwords that are judged; beyond, each attempt costs a captcha. */
export const LOGIN_PER_ACCOUNT_AND_ADDRESS: GuessLimit = { count: 10, windowSeconds: 15 * 60, bucketSeconds: 60 };
export const LOGIN_PER_ADDRESS: GuessLimit = { count: 50, windowSeconds: 15 * 60, bucketSeconds: 60 };
export const LOGIN_PER_ACCOUNT: GuessLimit = { count: 200, windowSeconds: 86_400, bucketSeconds: 3600 };
/** How long the sign-in page shows a captcha at an address where one was wanted; one mark is enough. */
export const CAPTCHA_WANTED: GuessLimit = { count: 1, windowSeconds: 15 * 60, bucketSeconds: 60 };
/** How long an address counts as one of an account after it has signed in there. */
export const PLACE_SECONDS = 30 * 86_400;
/** Guesses at one secret that may wait for each other before the server says it is busy. */
export const GUESS_QUEUE = 64;

/**
 * Wrong codes of a second factor, of an account over all addresses where it has not signed in of late, and at each where it has: with three
 * right codes at a time, 150 chances in a million a day.
 */
export const FACTOR_GUESSES: GuessLimit = { count: 10, windowSeconds: 15 * 60, bucketSeconds: 60 };
export const FACTOR_GUESSES_A_DAY: GuessLimit = { count: 50, windowSeconds: 86_400, bucketSeconds: 3600 };
/** How long the set-up of a factor, and the second step of a sign-in, wait for their code. */
export const FACTOR_SETUP_SECONDS = 600;

/** How old the sign-in page's word may be about what it needs: anyone may ask, as often as they like. */
export const LOGIN_SETTING_MEMORY_MS = 1000;

/** How often one account may let the server forget what it remembers: everybody waits a little longer after it. */
export const CACHES_CLEARED: GuessLimit = { count: 30, windowSeconds: 300, bucketSeconds: 10 };

/** How long another process may not know yet that an address is kept out; the one that changed the setting knows at once. */
export const ACCESS_BLOCK_MEMORY_MS = 5000;

/** Passwords hashed at the same time, and how many more may wait before the server says it is busy. */
export const PASSWORD_WORKERS = 2;
export const PASSWORD_QUEUE = 64;
export const BUSY_RETRY_SECONDS = 2;

/**
 * Verification codes. The pause between two is part of the contract. Those to one target are limited for each network that asks, so that
 * strangers use up nobody else's; over all networks, where the target's owner has not signed in of late, 150 guesses in a million a day are left.
 */
export const CODE_SECONDS = 600;
export const CODE_TRIES = 5;
export const CODES_PER_TARGET_AND_NETWORK: GuessLimit = { count: 10, windowSeconds: 86_400, bucketSeconds: 3600 };
/** Codes that are brought to a target for strangers. */
export const CODES_PER_TARGET: GuessLimit = { count: 30, windowSeconds: 86_400, bucketSeconds: 3600 };
/** Checks of own addresses, which only a member with the right password asks for, on one channel. */
export const CODES_PER_MEMBER: GuessLimit = { count: 10, windowSeconds: 86_400, bucketSeconds: 3600 };
/** Messages that somebody wanted another account for a target. */
export const KNOWN_NOTICES_PER_TARGET: GuessLimit = { count: 5, windowSeconds: 86_400, bucketSeconds: 3600 };
export const CODES_PER_NETWORK: GuessLimit = { count: 30, windowSeconds: 3600, bucketSeconds: 60 };
export const MAIL_TIMEOUT_MS = 8000;
export const SMS_TIMEOUT_MS = 10_000;
export const SMS_REPLY_BYTES = 65_536;
/** How long the outbox remembers what was sent to whom. */
export const OUTBOX_SECONDS = 30 * 86_400;

/** Members: how long a proof of presence and a proof of address count, and how long a change of address can be taken back. */
export const PROOF_SECONDS = 600;
export const ADDRESS_PASS_SECONDS = 600;
export const ADDRESS_UNDO_SECONDS = 72 * 3600;
/** New accounts and attempts at one from a network, changes of an account's addresses, and guesses at the numbers that take these back. */
export const REGISTRATIONS_PER_NETWORK: GuessLimit = { count: 30, windowSeconds: 3600, bucketSeconds: 60 };
export const ADDRESS_CHANGES: GuessLimit = { count: 10, windowSeconds: 86_400, bucketSeconds: 3600 };
export const UNDO_NUMBERS_PER_NETWORK: GuessLimit = { count: 20, windowSeconds: 3600, bucketSeconds: 60 };
export const RETRIEVALS_PER_NETWORK: GuessLimit = { count: 60, windowSeconds: 3600, bucketSeconds: 60 };
export const CODE_SIGN_INS_PER_NETWORK: GuessLimit = { count: 60, windowSeconds: 3600, bucketSeconds: 60 };
/** How long what a passkey is to sign stays open: long enough to find the device. And how often it is asked for, and one tried. */
export const PASSKEY_CHALLENGE_SECONDS = 300;
export const PASSKEY_CHALLENGES_PER_NETWORK: GuessLimit = { count: 600, windowSeconds: 3600, bucketSeconds: 60 };
export const PASSKEY_CHALLENGES_PER_ACCOUNT: GuessLimit = { count: 60, windowSeconds: 3600, bucketSeconds: 60 };
export const PASSKEY_SIGN_INS_PER_NETWORK: GuessLimit = { count: 120, windowSeconds: 3600, bucketSeconds: 60 };
export const PASSKEYS_OF_AN_ACCOUNT = 10;
/** Files of their ledgers that one member may ask for. */
export const LEDGER_FILES: GuessLimit = { count: 20, windowSeconds: 3600, bucketSeconds: 60 };
/** Saves of one member's profile that change something, user names they ask for, and passwords and second factors they change: each leaves traces, or tells. */
export const PROFILE_SAVES: GuessLimit = { count: 30, windowSeconds: 3600, bucketSeconds: 60 };
export const PROFILE_SAVES_A_DAY: GuessLimit = { count: 100, windowSeconds: 86_400, bucketSeconds: 3600 };
export const USERNAME_CHANGES: GuessLimit = { count: 10, windowSeconds: 86_400, bucketSeconds: 3600 };
export const MEMBER_PASSWORD_CHANGES: GuessLimit = { count: 10, windowSeconds: 86_400, bucketSeconds: 3600 };
export const MEMBER_FACTOR_CHANGES: GuessLimit = { count: 20, windowSeconds: 86_400, bucketSeconds: 3600 };
/** How long a day of a check-in is remembered; the next one counts on the day before it alone. */
export const CHECK_IN_SECONDS = 7 * 86_400;
/** How old the server's word may be on whether the member centre is open; every call of a member asks. */
export const MEMBER_SETTING_MEMORY_MS = 1000;

/** Records that are moved or deleted with the one that they name: their transaction holds all of them. */
export const RELATED_RECORDS = 10_000;

/** Reports of problems that are kept: of one network and of all visitors together, and of each administrator, whom visitors do not touch. */
export const PROBLEM_REPORTS_PER_NETWORK: GuessLimit = { count: 10, windowSeconds: 3600, bucketSeconds: 60 };
export const PROBLEM_REPORTS_OF_VISITORS: GuessLimit = { count: 200, windowSeconds: 86_400, bucketSeconds: 3600 };
export const PROBLEM_REPORTS_PER_ADMIN: GuessLimit = { count: 20, windowSeconds: 3600, bucketSeconds: 60 };
/** What is sent as a report and is none: it costs reading, and only its own network pays for it. */
export const BROKEN_REPORTS_PER_NETWORK: GuessLimit = { count: 30, windowSeconds: 3600, bucketSeconds: 60 };
/** Bytes of recordings that are kept at a time: of visitors, and of everybody. */
export const PROBLEM_BYTES_OF_VISITORS = 150 * 1_048_576;
export const PROBLEM_BYTES = 200 * 1_048_576;

export const BODY_LIMIT_BYTES = 1_048_576;
/** For calls that carry the rows of a file: its texts and what JSON writes around them. Who is not signed in gets no such room. */
export const LARGE_BODY_BYTES = 4 * 1_048_576;
export const HANDLER_TIMEOUT_MS = 30_000;
/** How long a server behind this one may take to begin its answer, once it has the whole question; what may write is stored also if ended. */
export const UPSTREAM_TIMEOUT_MS = 30_000;
export const UPSTREAM_WRITE_TIMEOUT_MS = 300_000;
export const REQUEST_TIMEOUT_MS = 30_000;
export const HEADERS_TIMEOUT_MS = 15_000;
/** How late after that a connection is cut off at most; Node's own half a minute would be three times the time for headers. */
export const CONNECTIONS_LOOKED_AT_MS = 3000;
/** Longer than proxies keep theirs (a minute, mostly): whoever closes first must be the one who sends the calls. */
export const KEEP_ALIVE_MS = 75_000;
export const SHUTDOWN_MS = 10_000;
/** Then the process ends although something is still under way; sooner than its supervisor would kill it. */
export const STOP_WITHIN_MS = SHUTDOWN_MS + 5000;
export const INPUT_DEPTH = 20;
/** Texts of calls that do not measure each of theirs, in UTF-16 units. */
export const PLAIN_TEXT_LENGTH = 10_000;
/** Names in one object: more than any form, or all settings, have. */
export const INPUT_KEYS = 1000;
export const QUERY_PARAMETERS = 1000;
/** The name of one of them as it is sent, with its brackets and escapes, in UTF-16 units. */
export const PARAMETER_NAME_LENGTH = 300;

export const IDEMPOTENCY_SECONDS = 86_400;
export const IDEMPOTENCY_KEY_LENGTH = 200;

/** Totals up to here are counted anew each time; above, a count is remembered for a while, so that a list costs the same at any size. */
export const EXACT_COUNT_ROWS = 10_000;
export const COUNT_MEMORY_MS = 60_000;
/** How long a list that only grows is counted on, before all of it is counted again. */
export const WHOLE_COUNT_MS = 3_600_000;
/** From here on a page is met soon along the list's order, and what is sought by an index takes longer to sort. */
export const MANY_ROWS = 2000;
/** How long a changed note of a menu rule may stay unseen above its table. */
export const REMARK_MEMORY_MS = 5000;
/** Of a larger tree a list tells so many, and how many there are. */
export const TREE_ROWS = 10_000;
export const PRESELECTION_ROWS = 1000;
export const DEFAULT_PAGE_ROWS = 15;

/** How often a server looks for a build that another process has made; it takes two looks. */
export const BUILD_LOOK_EVERY_MS = 5000;

/** When what can no longer matter is forgotten: after the start, and again. */
export const TIDY_FIRST_MS = 60_000;
export const TIDY_EVERY_MS = 3_600_000;

/** Rows that are forgotten in one transaction, and how many of these in one round. */
export const RETENTION_PORTION_ROWS = 1000;
export const RETENTION_PORTIONS = 100;
/** Rows that are forgotten in one statement where no number of them has to be kept together. */
export const FORGOTTEN_AT_ONCE = 5000;
/** Entries of the security log, of one account or one network, that say all. */
export const SECURITY_LOG_A_DAY: GuessLimit = { count: 500, windowSeconds: 86_400, bucketSeconds: 3600 };
/** Entries of the administrators' log that say what one administrator was refused, and by one call; after these, one an hour of each call. */
export const REFUSED_ENTRIES_A_DAY: GuessLimit = { count: 500, windowSeconds: 86_400, bucketSeconds: 3600 };
export const REFUSED_ENTRIES_OF_A_CALL: GuessLimit = { count: 100, windowSeconds: 86_400, bucketSeconds: 3600 };
export const REFUSED_ENTRIES_BEYOND: GuessLimit = { count: 1, windowSeconds: 3600, bucketSeconds: 300 };

export const FREE_DISK_SHARE = 0.05;
export const LOG_DATA_LENGTH = 10_000;

/** How long a click captcha waits for its answer, how often a right one is good, and how many one address may draw. */
export const CAPTCHA_SECONDS = 120;
export const CAPTCHA_LOOKS = 3;
export const CAPTCHA_DRAWS_PER_ADDRESS: GuessLimit = { count: 120, windowSeconds: 15 * 60, bucketSeconds: 60 };
/**
 * The work that stands in for a picture: whoever gives it to a browser hashes once, whoever solves it half of the candidates on average.
 * An answer, right or wrong, doubles what the next ones cost its network, and right ones what they cost whoever is tried from anywhere.
 * A network has so many answers a day that those who guess get no further than with pictures: 120 in a quarter of an hour, one in 336 right.
 */
export const CAPTCHA_WORK = {
  memoryKib: 4096,
  passes: 1,
  candidates: 256,
  doublings: 4,
  answersToDouble: 3,
  answersAtDoorToDouble: 10,
} as const;
export const CAPTCHA_WORK_DRAWS: GuessLimit = { count: 60, windowSeconds: 15 * 60, bucketSeconds: 60 };
export const CAPTCHA_WORK_ANSWERS: GuessLimit = { count: 30, windowSeconds: 86_400, bucketSeconds: 3600 };
/** Only counted, never refused: what strangers try closes nobody's door. */
export const CAPTCHA_WORK_AT_DOOR: GuessLimit = { count: 1_000_000_000, windowSeconds: 86_400, bucketSeconds: 3600 };
/** Pictures that may wait to be drawn before the server says it is busy. */
export const RASTER_QUEUE = 64;

/** What a picture may say of its own size: more than a camera makes, and less than what brings down whoever shows it. */
export const PICTURE_PIXELS = 50_000_000;
export const PICTURE_SIDE_PX = 20_000;
/** A whole upload, and the pause between two of its pieces. */
export const UPLOAD_TIMEOUT_MS = 3_600_000;
export const UPLOAD_IDLE_MS = 30_000;
/** Headers of a part of the form, and their length in all. */
export const PART_HEADERS = 20;
export const PART_HEADER_BYTES = 8192;
/** Fields beside the file, and the length of each. */
export const UPLOAD_FIELDS = 20;
export const UPLOAD_FIELD_BYTES = 1024;
export const UPLOADS_AT_ONCE = 64;
export const UPLOADS_OF_ONE_AT_ONCE = 16;
/** Files that one member keeps at a time, whatever their sizes. */
export const FILES_OF_A_MEMBER = 2000;
/** Files that one member deletes: each leaves a job behind. */
export const FILE_REMOVALS: GuessLimit = { count: 600, windowSeconds: 3600, bucketSeconds: 300 };
/** What of a refused upload is still read, so that its sender hears why instead of losing the connection. */
export const DRAIN_BYTES = 64 * 1_048_576;
export const DRAIN_MS = 10_000;
/** Files that no record knows are left alone for this long: their upload may still be running. */
export const STRAY_FILE_SECONDS = 2 * 3600;
/** Then they are aside for this long, in case the database is an older one and makes room for the newer one again. */
export const STRAY_KEPT_SECONDS = 14 * 86_400;
/** How long a browser may post to the cloud store with the form it was given. */
export const CLOUD_FORM_SECONDS = 12 * 3600;
/** How long a member may begin to send one file by its form, when what came and was not registered goes, and how many forms one asks for. */
export const MEMBER_FORM_SECONDS = 900;
export const MEMBER_FORM_KNOWN_SECONDS = 2 * 3600;
/** How long one call has what came by a form for itself: longer than the store is waited for in all. */
export const MEMBER_FORM_TAKEN_SECONDS = 120;
export const MEMBER_FORMS: GuessLimit = { count: 600, windowSeconds: 3600, bucketSeconds: 300 };
export const CLOUD_TIMEOUT_MS = 10_000;
/** Of what is forgotten in the cloud store: stores and people looked at in one round, and pages of a thousand files for each. */
export const CLOUD_FORMS_PER_SWEEP = 500;
export const CLOUD_PAGES_PER_SWEEP = 20;
export const CLOUD_LIST_LENGTH = 1000;
/** Enough of a file in the cloud store to tell its type and a picture's size. */
export const CLOUD_HEAD_BYTES = 65_536;
/** Places shown where a file is used, per section. */
export const USES_SHOWN = 50;

/** A ticket opens the output of one command, once. */
export const TICKET_SECONDS = 30;
/** How long after the end a broken stream may still be taken up again with its spent ticket. */
export const TICKET_AFTER_RUN_SECONDS = 60;
export const TERMINAL_RUNS_AT_ONCE = 5;
/** Output is stored at most this often, in events of at most these sizes. */
export const TERMINAL_FLUSH_MS = 100;
export const TERMINAL_BATCH_LINES = 1000;
export const TERMINAL_BATCH_LENGTH = 65_536;
/** A longer line goes on as another one. */
export const TERMINAL_LINE_LENGTH = 8192;
/** What a run stores of its output, and how many of its last lines when that was not enough. */
export const TERMINAL_OUTPUT_LINES = 200_000;
export const TERMINAL_OUTPUT_LENGTH = 8 * 1_048_576;
export const TERMINAL_TAIL_LINES = 200;
/** How much of a running command's newest events is kept in memory for those who follow it. */
export const RUN_TAIL_EVENTS = 256;
export const RUN_TAIL_LENGTH = 1_048_576;
/** Between asking a process to end and ending it. */
export const TERMINAL_POLITE_MS = 500;
/** How often a server says that its runs go on, and when nobody believes it any more. */
export const RUN_SIGN_OF_LIFE_MS = 1000;
export const RUN_DEAD_MS = 15_000;
/** How often the log of a run is read that another server writes. */
export const RUN_POLL_MS = 250;
export const STREAM_HEARTBEAT_MS = 15_000;
/** How often a stream looks whether the session that it was opened in goes on. */
export const SESSION_LOOKED_AT_MS = 1000;
/** Events read from the log at a time. */
export const RUN_PAGE_EVENTS = 16;
export const TERMINAL_RUN_DAYS = 30;

/** Archives of all that is kept of a member: how many one may ask for, how long one can be fetched, and when nobody believes in it any more. */
export const DATA_EXPORTS: GuessLimit = { count: 5, windowSeconds: 86_400, bucketSeconds: 3600 };
export const DATA_EXPORT_SECONDS = 86_400;
export const DATA_EXPORT_LATE_SECONDS = 3600;
/** How long it is remembered that there was one. */
export const DATA_EXPORT_KNOWN_SECONDS = 30 * 86_400;
/** Bytes of uploaded files in an archive: its form ends at four gigabytes. */
export const ARCHIVED_FILE_BYTES = 2 * 1_073_741_824;
/** How long a preview of what is not published can be opened, and how many of one administrator wait for it. */
export const PREVIEW_SECONDS = 600;
export const PREVIEWS_AT_ONCE = 20;
/** How long members may think over the end of their account. */
export const DELETION_SECONDS = 7 * 86_400;
/** Plans that one administrator may have tried: each holds the designer's lock and those of its table, and on the embedded database everything. */
export const SECTION_PLANS: GuessLimit = { count: 100, windowSeconds: 600, bucketSeconds: 30 };
/** How often one administrator may have all tables looked through, and their rows counted. */
export const STANDING_TABLES_READ: GuessLimit = { count: 100, windowSeconds: 600, bucketSeconds: 30 };
