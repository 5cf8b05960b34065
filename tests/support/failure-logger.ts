import { silentLogger, type LogFields, type Logger } from '#server/base/logger';

/**
 * Silent, but for what a call failed by that nobody foresaw: its reply tells nothing of it, and it may never come again. For servers of tests
 * that provoke nothing of the kind.
 */
export const failureLogger: Logger = {
  ...silentLogger,
  error(event, { path, error }: LogFields = {}) {
    if (event === 'request.failed') console.error(`${String(path)} failed:`, error);
  },
  child: () => failureLogger,
};
