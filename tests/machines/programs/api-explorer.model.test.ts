import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { apiExplorerMachine } from '#machines/programs/api-explorer.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { ADD, entryOf, LIST } from './api-operations.ts';

const offline = new FailureError({ kind: 'timeout' });

describeModel({
  machine: apiExplorerMachine,
  inputs: [undefined],
  events: [
    { type: 'trial.retried' },
    { type: 'trial.searched', text: 'goods' },
    { type: 'trial.operationChosen', entry: entryOf(ADD) },
    { type: 'trial.operationClosed' },
    { type: 'trial.tokenGiven', token: new Secret('trp_1') },
    { type: 'trial.tokenGiven', token: null },
    done('readOperations', [entryOf(LIST), entryOf(ADD)]),
    failed('readOperations', offline),
    done('readOperation', ADD),
    failed('readOperation', offline),
  ],
  view: ({ context: { entries, text, entry, operation, token, failure } }) => [
    entries.length,
    text,
    entry?.path ?? null,
    operation?.path ?? null,
    token !== null,
    failure?.kind ?? null,
  ],
  // What is shown is what was chosen, and nothing is where nothing was.
  always: (snapshot) =>
    snapshot.matches({ listed: 'opened' }) === (snapshot.context.operation !== null) &&
    snapshot.hasTag('failed') === (snapshot.context.failure !== null),
});
