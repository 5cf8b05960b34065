/** Limits of messages to members. Source: docs/security.md, rules 7 and 14. */

/** How long they are kept, and how many of one member. */
export const MESSAGE_SECONDS = 365 * 86_400;
export const MESSAGES_OF_A_MEMBER = 500;
/** What administrators write: messages of one administrator in a day, and what a member keeps of them, which takes no room from the others. */
export const STAFF_MESSAGES_A_DAY = 50;
export const STAFF_MESSAGES_OF_A_MEMBER = 100;
/** They are handed out to so many members in a transaction, and by one job in so many transactions. */
export const STAFF_MESSAGE_PORTION = 200;
export const STAFF_MESSAGE_PORTIONS = 50;
/** So long a mail of one is tried: a mail server that takes some hundreds in an hour has them all by then. */
export const STAFF_MAIL_SECONDS = 2 * 86_400;
/** Groups that such a message is offered for. */
export const STAFF_GROUPS_SHOWN = 500;
