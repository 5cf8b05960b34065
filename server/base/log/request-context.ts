import { createAsyncScope } from '../platform/async-scope.ts';

/** What is told of everything that is done for one call: its lines of the log, and the statements it asks the database for. */
interface RequestContext {
  readonly requestId: string;
}

const scope = createAsyncScope<RequestContext>();

/** Does work for a call, whose id is known to all that follows from it. */
export const inRequest = <T>(requestId: string, work: () => T): T => scope.run({ requestId }, work);

/** The id of the call that this is done for; undefined for what the server does by itself. */
export const currentRequestId = (): string | undefined => scope.current()?.requestId;
