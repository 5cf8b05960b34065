import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { approveProposal, declineProposal, undoProposal } from '#api/contract/chat/proposals';
import { proposalMachine } from '#machines/chat/proposal.machine';
import { findSection } from '../base/resource-book.ts';
import { chatBundle, type ChatBundlePorts } from './chat.bundle.ts';

export interface StaffChatPorts extends ChatBundlePorts {
  readonly call: Call;
  /** The records of a controller are no longer what lists show of them. */
  readonly recordsChanged: (controller: string) => void;
}

const DEEDS = { approve: approveProposal, decline: declineProposal, undo: undoProposal } as const;

/** What an administrator makes of proposals; lists of their sections are read anew. */
export const proposalLogic = ({ call, recordsChanged }: Pick<StaffChatPorts, 'call' | 'recordsChanged'>): typeof proposalMachine =>
  proposalMachine.provide({
    actors: {
      settleProposal: fromPromise(async ({ input: { uuid, resource, deed }, signal }) => {
        const said = await call(DEEDS[deed], { proposal: uuid }, { signal, quietErrors: true });
        const controller = findSection(resource)?.controller;
        if (said.change !== null && controller !== undefined) recordsChanged(controller);
        return said;
      }),
    },
  });

/** The chat of administrators, with what their models propose. */
export const staffChatBundle = (ports: StaffChatPorts) => ({
  ...chatBundle(ports),
  proposal: proposalLogic(ports),
});
export type StaffChatBundle = ReturnType<typeof staffChatBundle>;
