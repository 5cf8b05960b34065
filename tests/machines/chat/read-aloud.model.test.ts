import { readAloudMachine, selectSpoken, selectUnspoken } from '#machines/chat/read-aloud.machine';
import { describeModel, failed } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';

describeModel({
  machine: readAloudMachine,
  inputs: [{ thread: nobody }],
  events: [
    { type: 'voices.told', languages: ['zh', 'en'] },
    { type: 'readAloud.pressed', message: 'a1', language: 'zh' },
    { type: 'readAloud.pressed', message: 'a2', language: 'en' },
    { type: 'speech.ended' },
    { type: 'speech.failed' },
    failed('speak', new Error('broken')),
  ],
  view: ({ context: { languages, answer } }) => [languages.length, answer?.message],
  // One at a time, and none while nothing is said.
  always: (snapshot) =>
    (selectSpoken(snapshot) !== null) === 'speak' in snapshot.children && selectSpoken(snapshot) !== (selectUnspoken(snapshot) ?? ''),
});
