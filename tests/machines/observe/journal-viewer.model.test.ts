import { journalViewerMachine, type OpenedJournal } from '#machines/observe/journal-viewer.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const file = { fileId: 'f1', name: 'visit.jsonl', sizeBytes: 812, mimeType: '' };
const journal: OpenedJournal = {
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
  machine: journalViewerMachine,
  inputs: [undefined],
  events: [
    { type: 'viewer.fileChosen', file },
    { type: 'viewer.liveRequested' },
    { type: 'viewer.refusalDismissed' },
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
