/** What becomes of an event that another person has to approve. */
export const REQUEST_STATES = ['open', 'approved', 'declined', 'withdrawn', 'expired', 'overtaken'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
