import { journalDeskMachine, type JournalOnDesk } from '#machines/observe/journal-viewer.machine';
import { describeModel, done, failed } from '#tests/support/model.ts';

const file = { fileId: 'f1', name: 'visit.jsonl', sizeBytes: 812, mimeType: '' };
const journal: JournalOnDesk = {
  key: 'f1',
  name: 'visit.jsonl',
  sizeBytes: 812,
  entries: 9,
  app: '1.4.0',
  build: '9a8ced66',
  language: 'zh-cn',
  startedAt: 1_764_000_000,
  isAnonymous: true,
  changed: ['session'],
};

describeModel({
  machine: journalDeskMachine,
  inputs: [undefined],
  events: [
    { type: 'desk.fileChosen', file },
    { type: 'desk.liveRequested' },
    { type: 'desk.refusalDismissed' },
    done('readFile', { journal }),
    done('readFile', { refusal: { flaw: 'badEntry', line: 7 } }),
    failed('readFile', new Error('gone')),
  ],
  always: (snapshot) => {
    const { journal: onDesk, refusal } = snapshot.context;
    // A refusal is said where it is, and takes nothing from the desk.
    const isSaid = snapshot.hasTag('refused') === (refusal !== null);
    return isSaid && (!snapshot.matches('imported') || onDesk !== null) && (!snapshot.matches('live') || onDesk === null);
  },
});
