import { createEmptyActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { captchaWorkMachine, selectWorkPercent, selectWorkStage, type CaptchaTask } from '#machines/session/captcha-work.machine';
import { after, describeModel, done, failed } from '#tests/machines/support/model.ts';

const task: CaptchaTask = { id: 'one', salt: '00', target: 'ff', candidates: 200, memoryKib: 8, passes: 1 };
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: captchaWorkMachine,
  inputs: [{ owner: createEmptyActor(), purpose: 'sign_in_admin', subject: 'admin' }],
  events: [
    { type: 'work.progressed', tried: 50 },
    { type: 'work.progressed', tried: 201 },
    { type: 'work.solved', answer: 7 },
    { type: 'work.stopped' },
    { type: 'work.retryRequested' },
    done('beginWork', task),
    failed('beginWork', offline),
    failed('solveWork', new Error('no workers')),
    after('lifetime', 'captchaWork.working'),
    after('tip', 'captchaWork.passed'),
  ],
  always: (snapshot) => {
    const { context } = snapshot;
    const isSolved = selectWorkStage(snapshot) === 'passed';
    return (
      selectWorkPercent(snapshot) <= 100 &&
      (context.answer !== null) === isSolved &&
      (context.failure !== null) === snapshot.matches('refused') &&
      (context.task !== null || ['beginning', 'refused'].includes(selectWorkStage(snapshot)))
    );
  },
});
