import { FailureError } from '#domain/base/failure';
import { terminalTaskMachine, type RunState, type TerminalTaskInput } from '#machines/terminal/terminal-task.machine';
import { after, describeModel, done, failed } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';

const address = { command: 'version.npm', runUuid: 'run-00000001', extend: '' };
const input: TerminalTaskInput = { ...address, owner: nobody, isFound: false, isBegunHere: true };
const heard = { seq: 3, atMs: 1000 };
const found = (status: RunState['status']) => done('checkRun', { status, atMs: 1000 } satisfies RunState);
/** What leads from one broken line to the next. */
const BREAKING: readonly string[] = ['stream.cut', 'xstate.after.reopenPause.terminalTask.followed.line.pausing'];

describeModel({
  machine: terminalTaskMachine,
  inputs: [input, { ...input, isFound: true }],
  events: [
    { type: 'stream.linked', ...heard },
    { type: 'stream.succeeded', ...heard },
    { type: 'stream.failed', ...heard },
    { type: 'stream.completed', ...heard },
    { type: 'stream.linesReceived', ...heard },
    { type: 'stream.cut', atMs: 1000 },
    { type: 'stream.refused', atMs: 1000 },
    { type: 'stream.leftElsewhere' },
    { type: 'task.stopRequested' },
    found('running'),
    found('success'),
    found('failed'),
    found('unknown'),
    failed('checkRun', new FailureError({ kind: 'unreachable', online: false })),
    failed('stream', new Error('broken')),
    done('stopRun'),
    failed('stopRun', new FailureError({ kind: 'timeout' })),
    after('reopenPause', 'terminalTask.followed.line.pausing'),
    after('grace', 'terminalTask.followed.verdict.succeeded'),
    after('grace', 'terminalTask.followed.verdict.failed'),
  ],
  view: ({ context }) => [context.lastSeq, context.cutCount, context.stopFailure?.kind],
  // Broken lines and stopping know nothing of each other; and between the second and the last but one, lines only break again.
  only: (snapshot, { type }) =>
    (type !== 'stream.cut' || !snapshot.matches({ followed: { stopping: 'refused' } })) &&
    (snapshot.context.cutCount < 3 || snapshot.context.cutCount > 9 || BREAKING.includes(type)),
  // Who gives up listening has been patient first.
  always: ({ context }) => context.cutCount <= 11,
});
