import { screen, within } from '@testing-library/react';
import { FailureError } from '#domain/base/failure';
import { ejectionMachine, type EjectedFile, type SectionSource, type Writing } from '#machines/designer/ejection.machine';
import { done, failed } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { SourcePanel } from '#ui/admin/designer/source/SourcePanel.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { inApp, startKitMessages } from '../../kit/support.tsx';
import { press, shows } from '#tests/machines/support/presses.ts';

await startKitMessages('en');
await loadMessages(['designer']);

const file = (path: string, fate: EjectedFile['fate'], hasPatch = false): EjectedFile => ({
  path,
  text: 'whole\n',
  fate,
  patch: fate === 'same' ? '' : `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-before\n+after\n`,
  hasPatch,
});
const source = (files: readonly EjectedFile[], door: SectionSource['door'] = 'open'): SectionSource => ({
  door,
  folder: 'src/sections/ticket',
  files,
  steps: [
    { id: 'dropColumn:colour', class: 'loses', detail: '' },
    { id: 'addObject:check:size', class: 'safe', detail: 'check' },
  ],
});
const fresh = source([file('ticket.resource.ts', 'new'), file('en.json', 'merged')]);
const same = source([file('ticket.resource.ts', 'same')]);
const release = source([file('ticket.resource.ts', 'new')], 'noTree');
const asked = source([file('ticket.resource.ts', 'conflict', true)]);
const writing: Writing = { uuid: 'task-1', createTimeMs: 5, isResolved: false };
const refused = new FailureError({ kind: 'rejected', code: 0, message: 'not so' });

const has = (name: string): boolean => screen.queryByRole('button', { name }) !== null;

describeView(
  {
    machine: ejectionMachine,
    inputs: [{ name: 'ticket' }],
    events: [
      { type: 'source.opened' },
      { type: 'source.retried' },
      { type: 'file.chosen', path: 'ticket.resource.ts' },
      { type: 'file.chosen', path: null },
      { type: 'patch.saved' },
      { type: 'writing.requested', ...writing },
      { type: 'writing.requested', ...writing, isResolved: true },
      done('readSource', { source: fresh, running: null }),
      done('readSource', { source: same, running: null }),
      done('readSource', { source: release, running: null }),
      done('readSource', { source: asked, running: null }),
      failed('readSource', refused),
      done('write', { isWritten: true, source: same, said: [] }),
      done('write', { isWritten: false, source: asked, said: [] }),
      done('write', { isWritten: false, source: fresh, said: ['oxlint has found something'] }),
      failed('write', refused),
    ],
    // A file is opened and closed by the same button; while something is read or written, and where nothing was read, there is no other one.
    only: (snapshot, event) => {
      const isQuiet = !snapshot.hasTag('busy');
      if (event.type === 'source.retried') return isQuiet;
      if (event.type !== 'file.chosen' || !('path' in event)) return true;
      return snapshot.context.source !== null && isQuiet && (event.path === null) === (snapshot.context.chosen !== null);
    },
    view: ({ context: { source: one, chosen, said, failure, writing: task } }) => [
      one?.door,
      one?.files.map(({ fate }) => fate),
      chosen,
      said.length,
      failure?.kind,
      task?.isResolved,
    ],
  },
  (actor) => inApp(<SourcePanel ejection={actor} />),
  {
    'file.chosen': press(/^ticket\.resource\.ts/u),
    'patch.saved': press('Save as a patch'),
    'source.retried': press(/^(?:Look again|Try again)$/u),
    'writing.requested': async (user, event) =>
      press('isResolved' in event && event.isResolved ? 'They are merged: write the rest' : /^(?:Write into the source|Save patches)$/u)(
        user,
      ),
  },
  {
    seen: (snapshot) => {
      const { source: one, chosen, said, failure } = snapshot.context;
      if (snapshot.matches('closed')) return true;
      if (snapshot.matches({ open: 'reading' })) return screen.queryByLabelText('Reading the source…') !== null;
      if (snapshot.matches({ open: 'unavailable' })) return shows('The source could not be read') && shows('not so');
      const list = within(screen.getByRole('list', { name: 'Files of the section' }));
      // Steps are told in words, as the review tells them.
      const isTold = shows('Remove the field colour') && shows('Check the values of size');
      const isListed = isTold && list.getAllByRole('listitem').length === one?.files.length;
      const isRead = (screen.queryByLabelText('Difference of ticket.resource.ts') !== null) === (chosen !== null);
      if (!isListed || !isRead) return false;
      const canWrite = has('Write into the source') || has('Save patches');
      if (snapshot.matches({ open: 'writing' })) return shows('Writing into the source') && !canWrite;
      if (snapshot.matches({ open: 'written' }))
        return shows('Written into the source') && !canWrite && list.queryAllByText('Unchanged').length === one.files.length;
      if (snapshot.matches({ open: 'conflicted' }))
        return shows('Some lines are to be merged by hand') && shows('Patch saved as ticket.resource.ts.conflict.patch');
      if (snapshot.matches({ open: 'failed' }))
        return shows('It was not written') && (failure === null ? said.every(shows) : shows('not so'));
      if (one.door !== 'open') return shows(/^This installation is a release/u) && shows(/--from <design\.json>/u) && !canWrite;
      return canWrite !== shows('Everything is in the source as the design has it.');
    },
  },
);
