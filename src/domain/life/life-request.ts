import type { FieldDifference } from '../changes/journal-entry.ts';

/** What becomes of an event that another person has to approve. */
export const REQUEST_STATES = ['open', 'approved', 'declined', 'withdrawn', 'expired', 'overtaken'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** How a request is settled by hand. */
export type Settling = 'approve' | 'decline' | 'withdraw';

interface Person {
  readonly id: number;
  readonly name: string;
}

/** What waits for another person's approval, or what became of it, as it is read. */
export interface LifeRequest {
  readonly id: number;
  readonly resource: string;
  /** What the section is called. */
  readonly section: string;
  readonly recordId: number;
  readonly title: string;
  readonly label: string;
  /** The state that the record is in; empty where it is gone. */
  readonly from: { readonly name: string; readonly label: string };
  readonly state: RequestState;
  /** Of the record now; null where the section counts none. */
  readonly version: number | null;
  readonly comment: string;
  /** What comes with the event. */
  readonly values: readonly FieldDifference[];
  /** What has changed since it was sent. */
  readonly changed: readonly FieldDifference[];
  readonly asked: { readonly by: Person; readonly at: number };
  readonly expires: number;
  readonly settled: { readonly by: Person | null; readonly at: number; readonly comment: string } | null;
  readonly may: Readonly<Record<Settling, boolean>>;
}
