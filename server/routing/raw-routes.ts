import type { IncomingCall } from './call.ts';
import { keyOfPath } from './call-path.ts';

/** Answers a call by something else than an envelope, such as a stream. It judges itself who may call. */
export type RawHandler = (call: IncomingCall) => Promise<Response>;

/** Calls beside the table of endpoints; they are read, numbered and refused like all others. */
export interface RawRoutes {
  add(method: 'GET' | 'POST', path: string, handle: RawHandler): void;
  find(method: string, path: string): RawHandler | undefined;
}

export function createRawRoutes(): RawRoutes {
  const handlers = new Map<string, RawHandler>();
  return {
    add(method, path, handle) {
      const key = `${method} ${keyOfPath(path)}`;
      if (handlers.has(key)) throw new Error(`${method} ${path} is mounted twice`);
      handlers.set(key, handle);
    },
    find: (method, path) => handlers.get(`${method} ${path}`),
  };
}
