import type { apiCallMachine } from '#machines/programs/api-call.machine';
import type { ApiTrialRef } from '#machines/programs/api-trial.machine';

/** What the views of the page share. */
export interface TrialViewProps {
  readonly trial: ApiTrialRef;
  readonly callLogic: typeof apiCallMachine;
  /** Of the server, as other programs write it. */
  readonly origin: string;
}
