import { expect, it } from 'vitest';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import type { RestoreWork } from '#domain/changes/section-restore';
import { sectionRestoreMachine } from '#machines/changes/section-restore.machine';
import { isDefinite } from '#machines/changes/unless-lost';
import { after, describeModel, done, failed } from '#tests/machines/support/model.ts';
import { reportOf, restored, workOf } from './told-restores.ts';

const offline = new FailureError({ kind: 'timeout' });
const gone = new FailureError({ kind: 'http', status: 404, url: '' });
const busy = new FailureError({ kind: 'rejected', code: 0, message: 'The database is slow.', isPassing: true });
const trouble = { code: 'madeLater', text: '' } as const;
const running = { id: 'w1', backup: 'troupe-other', section: 'notice', mode: 'changed' } as const;

const sections = ['goods', 'notice'];
const ended = (work: RestoreWork, id = 'w1') => ({ ...running, id, begunAt: 1_768_435_200, work });

describeModel({
  machine: sectionRestoreMachine,
  inputs: [undefined],
  events: [
    { type: 'restore.opened', backup: 'troupe-1' },
    { type: 'restore.retried' },
    { type: 'section.chosen', section: 'goods' },
    { type: 'section.chosen', section: null },
    { type: 'look.requested' },
    { type: 'mode.chosen', mode: 'changed' },
    { type: 'columns.agreed', isAgreed: true },
    { type: 'restore.confirmed', password: new Secret('secret99') },
    { type: 'restore.backRequested' },
    { type: 'restore.closed' },
    done('loadChoices', { sections, running: null, latest: null }),
    done('loadChoices', { sections, running, latest: null }),
    done('loadChoices', { sections, running: null, latest: ended(workOf({ state: 'done', report: reportOf({ done: restored }) })) }),
    done('loadChoices', { sections, running: null, latest: ended(workOf({ state: 'failed', trouble }), 'w2') }),
    failed('loadChoices', offline),
    done('askLook', 'l1'),
    failed('askLook', new FailureError({ kind: 'rejected', code: 0, message: 'It runs.' })),
    done('readLook', workOf()),
    done('readLook', workOf({ state: 'done', report: reportOf() })),
    done('readLook', workOf({ state: 'done', report: reportOf({ missing: 0 }) })),
    done('readLook', workOf({ state: 'done', report: reportOf({ left: ['colour'] }) })),
    done('readLook', workOf({ state: 'failed', trouble })),
    failed('readLook', offline),
    failed('readLook', gone),
    done('askRestore', 'w2'),
    failed('askRestore', new FailureError({ kind: 'rejected', code: 0, message: 'no', fields: { password: 'wrong' } })),
    done('readRestore', workOf({ progress: { done: 2, total: 3 } })),
    done('readRestore', workOf({ state: 'done', report: reportOf({ done: restored }), isResumed: true })),
    done('readRestore', workOf({ state: 'failed', trouble })),
    failed('readRestore', offline),
    failed('readRestore', gone),
    after('followPause', 'sectionRestore.looking.pausing'),
    after('followPause', 'sectionRestore.restoring.pausing'),
  ],
  view: ({ context: { section, mode, isAgreed, report, trouble: said, failure, begunAt, told } }) => [
    begunAt,
    told,
    section,
    mode,
    isAgreed,
    report && [report.missing, report.left.length, report.done !== null],
    said?.code,
    failure?.kind,
  ],
  // Nothing is restored that nobody has looked at and agreed to, and the password is not kept longer than it is needed.
  always: (snapshot) => {
    const { report, mode, isAgreed, password, work, told } = snapshot.context;
    if ((snapshot.matches('done') || snapshot.matches('failed')) && told !== work) return false;
    if ((password !== null) !== snapshot.matches('starting')) return false;
    if (snapshot.matches('starting'))
      return report !== null && report.missing + (mode === 'changed' ? report.changed : 0) > 0 && (report.left.length === 0 || isAgreed);
    return !(snapshot.matches('looking') || snapshot.matches('restoring')) || work !== null;
  },
  limit: 4000,
});

it.each([
  ['has refused', new FailureError({ kind: 'rejected', code: 0, message: 'no' }), true],
  ['knows nothing of it', gone, true],
  ['is busy, and says so', busy, false],
  ['has no answer in time', offline, false],
  ['is away', new FailureError({ kind: 'http', status: 503, url: '' }), false],
])('gives up who asks again where the server %s, or goes on', (_, error, isOver) => {
  expect(isDefinite(error)).toBe(isOver);
});
