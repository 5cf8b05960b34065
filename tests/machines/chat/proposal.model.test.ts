import { FailureError } from '#domain/base/failure';
import { PROPOSAL_STATES } from '#domain/chat/answer';
import { proposalMachine, type ProposalInput } from '#machines/chat/proposal.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const proposal: ProposalInput = { uuid: 'p1', resource: 'goods', state: 'proposed', change: null };
const inputs = PROPOSAL_STATES.map((state) => ({ ...proposal, state, change: state === 'applied' ? 7 : null }));

describeModel({
  machine: proposalMachine,
  inputs,
  events: [
    { type: 'proposal.approved' },
    { type: 'proposal.declined' },
    { type: 'proposal.undoRequested' },
    ...PROPOSAL_STATES.map((state) => done('settleProposal', { state, change: null })),
    failed('settleProposal', new FailureError({ kind: 'timeout' })),
  ],
  view: ({ context }) => [context.said.state, context.failure?.kind],
  // What the server said last is where it stands, unless it is being asked again.
  always: (snapshot) => snapshot.hasTag('busy') || snapshot.value === snapshot.context.said.state,
});
