import { isForPrograms, nodeOfCall } from '#domain/programs/api-token';
import type { AdminCaller } from '../../base/caller.ts';
import type { ApiTokens, ProgramIdentity } from '../../features/programs/api-tokens.service.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { IncomingCall } from '../../routing/call.ts';
import { GateError, PROGRAM_REFUSED, programTooFast } from '../../routing/replies.ts';
import type { MountedEndpoint } from '../../routing/route-table.ts';
import { createProgramCounts } from '../../features/programs/program-counts.ts';

export type ProgramCaller = Omit<AdminCaller, 'idempotencyKey'> & Required<Pick<AdminCaller, 'program'>>;

/** Of a call that is still being read there is no request to ask yet. */
type Presented = Pick<IncomingCall, 'tokens' | 'client'> & Partial<Pick<IncomingCall, 'request'>>;

/** Programs that call with a token of their own in the place of somebody's session. */
export interface Programs {
  /** @returns null where the call brings no such token, or a session as well, which counts then @throws GateError for one that is refused */
  callerOf(call: Presented): Promise<ProgramCaller | null>;
  /** The same without counting the call, and without a refusal. */
  known(call: Pick<IncomingCall, 'tokens' | 'client'>): Promise<ProgramCaller | null>;
}

const asCaller = ({ tokens: presented, client, request }: Presented, identity: ProgramIdentity): ProgramCaller => {
  const { callsPerMinute: _bound, ...who } = identity;
  return { kind: 'admin', client, tokens: presented, ...(request && { gone: () => request.signal }), ...who };
};

/** @param tokens who they are */
export function createPrograms(tokens: Pick<ApiTokens, 'identify'>, ports: Pick<ServerPorts, 'clock' | 'database'>): Programs {
  const count = createProgramCounts(ports);
  const identify = async ({ tokens: presented, client }: Pick<IncomingCall, 'tokens' | 'client'>) =>
    presented.admin === null && presented.program ? tokens.identify(presented.program, client) : null;
  return {
    async callerOf(call) {
      const identity = await identify(call);
      if (identity === null) {
        if (call.tokens.admin === null && call.tokens.program) throw new GateError(PROGRAM_REFUSED);
        return null;
      }
      const { isOver, now, end } = await count(identity.program.tokenId, identity.callsPerMinute);
      if (isOver) throw new GateError(programTooFast(end - now));
      return asCaller(call, identity);
    },
    async known(call) {
      const identity = await identify(call);
      return identity && asCaller(call, identity);
    },
  };
}

/** Whether a program may make this call at all: those of sections, reading ones alone where its token only reads. */
export function isOpenToProgram({ endpoint, section }: MountedEndpoint, { program }: ProgramCaller): boolean {
  const isReading = endpoint.method === 'GET';
  return section !== undefined && (isReading || !program.isReadOnly) && isForPrograms(section, isReading);
}

/**
 * Whether a call of a section is of use to whoever has such rights: where it asks for one, they have it; taking back has no right of its own,
 * and is of use to whoever writes there.
 */
export function isOfUse({ endpoint, node, section }: MountedEndpoint, mayDo: (node: string) => boolean): boolean {
  if (endpoint.audience === 'permitted') return mayDo(node);
  if (endpoint.audience !== 'signedIn' || section === undefined) return false;
  const events = Object.entries(section.life?.events ?? {}).filter(([, { right, undo }]) => right === 'own' && undo !== 'never');
  return ['add', 'edit', 'del', ...events.map(([event]) => event)].some((action) => mayDo(nodeOfCall(section, action)));
}
