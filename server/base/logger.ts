import { redact } from './log/redact.ts';
import { currentRequestId } from './log/request-context.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type LogFields = Readonly<Record<string, unknown>>;

/** JSON lines: `time`, `level`, `event`, then the fields. An event is named subject.pastParticiple. */
export interface Logger {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** A logger that adds these fields to every line. */
  child(fields: LogFields): Logger;
}

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Receives one line without its line feed. */
  readonly write: (line: string) => void;
  readonly now: () => Date;
  readonly fields?: LogFields;
}

/**
 * Makes a logger; what is logged while a call is answered carries its id. Secrets are removed by the name of their key and by the shape of their value; long texts are cut; a field
 * named `url` or `path` loses its query.
 * Source: security.md rule 38.
 */
export function createLogger(options: LoggerOptions): Logger {
  const threshold = LOG_LEVELS.indexOf(options.level);
  const at =
    (level: Exclude<LogLevel, 'silent'>) =>
    (event: string, fields: LogFields = {}): void => {
      if (LOG_LEVELS.indexOf(level) < threshold) return;
      // The three names of the line itself come last, so that no field can pretend to be one of them.
      const requestId = currentRequestId();
      const {
        time: _time,
        level: _level,
        event: _event,
        ...rest
      } = redact({ ...(requestId !== undefined && { requestId }), ...options.fields, ...fields });
      options.write(JSON.stringify({ time: options.now().toISOString(), level, event, ...rest }));
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => createLogger({ ...options, fields: { ...options.fields, ...fields } }),
  };
}

/** Writes nothing: for tests and tools. */
export const silentLogger: Logger = createLogger({ level: 'silent', write: () => undefined, now: () => new Date(0) });
