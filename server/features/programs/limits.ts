import type { GuessLimit } from '../../base/limits.ts';

/** Tools that one program is offered by the Model Context Protocol; those of more sections are not. */
export const MCP_TOOLS = 500;
/** What a tool takes whose call has it in its address, in signs of JSON: no more than an address of the web has room for. */
export const MCP_ADDRESS_LENGTH = 16_384;

/** How long each attempt but the first waits after the one before; with the last it is given up, some eighteen hours later. */
export const WEBHOOK_PAUSES_SECONDS = [10, 60, 300, 1800, 7200, 18_000, 36_000] as const;
/** How long a message is in the hand of whoever sends it: longer than an answer may take. */
export const WEBHOOK_HELD_SECONDS = 60;
/** How long one job sends messages of one webhook, and after how many in a row that were not accepted it leaves off for how long; after one that nobody answered, at once. */
export const WEBHOOK_TURN_MS = 30_000;
export const WEBHOOK_FAILURES_IN_TURN = 3;
export const WEBHOOK_REST_SECONDS = 60;
/** How long messages are kept, how many of one webhook, and how many attempts of one message. */
export const DELIVERY_SECONDS = 30 * 86_400;
export const DELIVERIES_KEPT = 20_000;
export const ATTEMPTS_KEPT = 50;
/** How often one administrator sends messages by hand: as a trial, or once more. */
export const WEBHOOK_BY_HAND: GuessLimit = { count: 30, windowSeconds: 300, bucketSeconds: 10 };
