import { demoServerMachine } from '#machines/demo/demo-server.machine';
import { after, describeModel, done, failed } from '#tests/support/model.ts';

describeModel({
  machine: demoServerMachine,
  inputs: [
    { isStarted: false, wholeBytes: 100 },
    { isStarted: true, wholeBytes: 100 },
  ],
  events: [
    { type: 'demo.started' },
    { type: 'demo.resetRequested' },
    { type: 'page.hidden' },
    { type: 'lock.gained' },
    { type: 'lock.lost' },
    { type: 'fetch.progressed', bytes: 50 },
    { type: 'server.opening' },
    { type: 'server.ready', savedAt: null, isStale: true },
    { type: 'server.failed', reason: 'no memory' },
    { type: 'server.found', savedAt: 1 },
    { type: 'write.seen' },
    { type: 'snapshot.kept', at: 2 },
    { type: 'snapshot.refused' },
    after('keepAfter', 'demoServer.started.owning.running.due'),
    done('erase', undefined),
    failed('erase', new Error('no folder')),
  ],
  // Two tabs never answer at once, and nothing is kept that is not open.
  always: (snapshot) => !(snapshot.hasTag('starting') && snapshot.hasTag('answering')),
});
