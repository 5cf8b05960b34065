import { FailureError } from '#domain/base/failure';
import { answerMachine, type AnswerInput } from '#machines/chat/answer.machine';
import { after, describeModel, failed } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';

const input: AnswerInput = { owner: nobody, uuid: 'run-1', message: 'a1', isToStop: false };
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: answerMachine,
  inputs: [input, { ...input, isToStop: true }],
  events: [
    { type: 'line.heard' },
    { type: 'line.cut' },
    { type: 'line.refused', failure: { kind: 'rejected', code: 0, message: 'not found' } },
    { type: 'answer.thinkingBegan' },
    { type: 'answer.textBegan' },
    { type: 'answer.ended', state: 'complete', finishReason: 'stop', characters: 12 },
    { type: 'answer.stopRequested' },
    { type: 'answer.retried' },
    failed('followAnswer', new Error('broken')),
    failed('stopAnswer', offline),
    after('reopenPause', 'answer.followed.line.pausing'),
  ],
  view: ({ context }) => [context.cutCount, context.failure?.kind],
  // Broken lines, what the text has got to and who wants to stop it know nothing of each other.
  only: (snapshot, { type }) =>
    type !== 'line.cut' || snapshot.context.cutCount === 0 || snapshot.matches({ followed: { text: 'waiting', stop: 'offered' } }),
  always: ({ context }) => context.cutCount <= 11,
});
