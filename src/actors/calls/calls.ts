import { createClient, type Call, type ClientOptions } from '#api/client';
import { createPeer } from '#api/peer';
import type { Transport } from '#api/transport';
import type { Tokens } from '#api/wire-request';
import type { Area } from '#domain/base/area';
import type { GatewayRef } from '#machines/session/gateway.machine';
import type { Pause } from '../base/call-ports.ts';
import type { ServerLineOptions } from './server-line.ts';
import { repeating } from './repeating.ts';
import { throughGateway } from './retry-on-409.ts';
import { reportStalePermissions } from '../rights/permissions-stale.ts';
import { withoutDuplicates } from './in-flight.ts';

export interface CallsOptions extends ServerLineOptions {
  readonly transport: Transport;
  readonly tokens: () => Tokens;
  readonly gatewayOf: (area: Area) => GatewayRef | undefined;
  /** Who is signed in to the area, by number. */
  readonly personOf: (area: Area) => number | null;
  /** Shows a success; '' stands for the general words. */
  readonly announce: ClientOptions['announce'];
  /** What the signed-in administrator may do can be another than it was. */
  readonly permissionsStale: () => void;
  readonly log: (message: string) => void;
  readonly pause: Pause;
  readonly now: () => number;
}

/**
 * The calls of an app. `call` is everybody's: duplicates are cancelled, expired tokens renewed, and what found the server away is sent again.
 * `direct` goes straight to the server; only a renewal uses it.
 */
export function createCalls({ transport, tokens, gatewayOf, announce, permissionsStale, ...options }: CallsOptions): {
  readonly call: Call;
  readonly direct: Call;
} {
  const peer = createPeer();
  const direct = createClient(transport, { tokens, announce, peer });
  // Outside of the gateway: while the server is away no token is renewed either.
  const again = repeating(throughGateway(direct, gatewayOf, options.personOf), { ...options, tokens, peer });
  return { direct, call: reportStalePermissions(withoutDuplicates(again, { tokens, log: options.log }), permissionsStale) };
}
