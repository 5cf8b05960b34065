/** Words that chat server and pages share. Source: specification §1, "AI chat". */

/** What became of a message. Questions are always `complete`. */
export const MESSAGE_STATES = ['complete', 'running', 'stopped', 'interrupted', 'failed', 'refused'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/**
 * Why an answer ended. `stop`: it was all said. `length`: the model's limit. `filtered`: the provider's filter. `unknown`: the built-in
 * answerer does not know. `stopped` and `interrupted` name their states; `wordRefused` is the site's own list; the rest are failures:
 * too many requests, a provider that is down, says nothing for too long or has nothing to say, a key that is missing or refused, and a
 * model that was taken away.
 */
export const FINISH_REASONS = [
  'stop',
  'length',
  'filtered',
  'unknown',
  'stopped',
  'interrupted',
  'wordRefused',
  'rateLimited',
  'unavailable',
  'timedOut',
  'empty',
  'keyMissing',
  'keyRefused',
  'modelGone',
] as const;
export type FinishReason = (typeof FINISH_REASONS)[number];

/** What events of an answer say; the data of each is in the contract. */
export const ANSWER_EVENT_KINDS = ['state', 'thinking', 'text', 'tool', 'source', 'usage', 'replace'] as const;

/** Whose conversations they are; each kind has its own. */
export const CHAT_OWNERS = ['visitor', 'member', 'admin'] as const;
export type ChatOwnerKind = (typeof CHAT_OWNERS)[number];

/**
 * What became of what a model proposed. `conflicted`: the record has changed since; `refused`: it was not allowed; `applying`: it is being
 * written.
 */
export const PROPOSAL_STATES = ['proposed', 'applying', 'applied', 'declined', 'expired', 'conflicted', 'refused', 'undone'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];
/** What is proposed. `step`: an event of the record's life. */
export const PROPOSED_ACTIONS = ['add', 'edit', 'del', 'step'] as const;
export type ProposedAction = (typeof PROPOSED_ACTIONS)[number];

/** What answers take from members. */
export const CHAT_CHARGES = ['free', 'score', 'money'] as const;
export type ChatCharge = (typeof CHAT_CHARGES)[number];

/** How a model is spoken to. */
export const MODEL_PROTOCOLS = ['builtIn', 'openaiChat', 'openaiResponses', 'anthropic', 'gemini'] as const;
export type ModelProtocol = (typeof MODEL_PROTOCOLS)[number];

/** Whether nobody answers there without a key. What speaks as OpenAI does may be a program on a machine of one's own. */
export const needsKey = (protocol: ModelProtocol): boolean => ['openaiResponses', 'anthropic', 'gemini'].includes(protocol);

/** What was wrong with an answer. */
export const RATE_REASONS = ['wrong', 'incomplete', 'unclear', 'outdated', 'unsafe', 'other'] as const;
export type RateReason = (typeof RATE_REASONS)[number];

/** Most that one question may have, in UTF-16 units; a quota may allow less. */
export const QUESTION_LENGTH = 8000;
export const TITLE_LENGTH = 100;
export const FOLDER_LENGTH = 40;
export const NOTE_LENGTH = 500;
export const SEARCH_LENGTH = 100;
/** Messages of one branch that come with one call. */
export const MESSAGES_A_PAGE = 60;
/** How long what was deleted can be put back. */
export const UNDO_SECONDS = 600;
