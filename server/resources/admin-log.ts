import type { adminLog } from '#api/contract/resources/admin-log';
import type { Resource } from '#domain/resource';
import type { ServerPorts } from '../ports.ts';
import { titlesFor } from '../services/admin-log.ts';
import type { ResourceHooks } from './hooks.ts';

type Fields = typeof adminLog extends Resource<infer F> ? F : never;

/** The log of the back office has its titles in the reader's language, on the page and in files. Source: wire protocol §5.5. */
export const adminLogHooks = (ports: Pick<ServerPorts, 'database' | 'messages'>): ResourceHooks<Fields> => ({
  present: (records, caller) => titlesFor(ports, caller.client.language, records),
});
