import { createClient, type Call, type ClientOptions } from '#api/client';
import type { Transport } from '#api/transport';
import type { Tokens } from '#api/wire-request';
import type { Area } from '#domain/base/area';
import type { GatewayRef } from '#machines/session/gateway.machine';
import { throughGateway } from './retry-on-409.ts';
import { reportStalePermissions } from '../rights/permissions-stale.ts';
import { withoutDuplicates } from './in-flight.ts';

export interface CallsOptions {
  readonly transport: Transport;
  readonly tokens: () => Tokens;
  readonly gatewayOf: (area: Area) => GatewayRef | undefined;
  /** Who is signed in to the area, by number. */
  readonly personOf?: (area: Area) => number | null;
  /** Shows a success; '' stands for the general words. */
  readonly announce: ClientOptions['announce'];
  /** What the signed-in administrator may do can be another than it was. */
  readonly permissionsStale: () => void;
  readonly log: (message: string) => void;
}

/**
 * The calls of an app. `call` is everybody's: duplicates are cancelled, expired tokens renewed.
 * `direct` goes straight to the server; only a renewal uses it.
 */
export function createCalls({ transport, tokens, gatewayOf, personOf, announce, permissionsStale, log }: CallsOptions): {
  readonly call: Call;
  readonly direct: Call;
} {
  const direct = createClient(transport, { tokens, announce });
  return {
    direct,
    call: reportStalePermissions(withoutDuplicates(throughGateway(direct, gatewayOf, personOf), { tokens, log }), permissionsStale),
  };
}
