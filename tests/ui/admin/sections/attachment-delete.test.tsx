import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { attachment } from '#sections/attachment/attachment.resource.ts';
import { FailureError } from '#domain/base/failure';
import type { CollectionQuery } from '#domain/table/resource-query';
import { collectionMachine } from '#machines/table/collection.machine';
import type { CollectionPage, Removal } from '#machines/table/collection.vocabulary';
import { attachmentUsesMachine, type AttachmentUsesInput, type FileUses } from '#machines/files/upload-uses.machine';
import { sectionBundle } from '#ui/admin/table/section-bundle.ts';
import { DeleteDialog } from '#ui/kit/table/DeleteDialog.tsx';
import { ALL_ABILITIES, inputOf, renderInApp, startKitMessages, testUploads } from '../../kit/support.tsx';

beforeAll(() => startKitMessages('en'));

/** What the dialog does with files is told by what is asked and what is deleted. */
interface Asked {
  readonly ids: readonly number[];
  readonly answer: (uses: FileUses | Error) => void;
}

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

let end: () => void;
afterEach(() => end());

async function ask(ids: readonly number[]) {
  const asked: Asked[] = [];
  const removals: Omit<Removal, 'related'>[] = [];
  testUploads.uses = attachmentUsesMachine.provide({
    actors: {
      findUses: fromPromise<FileUses, AttachmentUsesInput>(
        ({ input }) =>
          new Promise((resolve, reject) => {
            asked.push({ ids: input.ids, answer: (uses) => (uses instanceof Error ? reject(uses) : resolve(uses)) });
          }),
      ),
    },
  });
  const rows = ids.map((id) => ({ id, name: `${id}.png` }));
  const collection = createActor(
    collectionMachine.provide({
      actors: {
        hearChanges: fromCallback(() => {}),
        loadPage: fromPromise<CollectionPage, { readonly resource: string; readonly query: CollectionQuery }>(async () => ({
          rows,
          total: rows.length,
          remark: '',
        })),
        removeRecords: fromPromise<void, Removal & { readonly resource: string }>(async ({ input }) => {
          removals.push({ ids: input.ids, evenIfUsed: input.evenIfUsed });
        }),
      },
    }),
    { input: inputOf(attachment, ALL_ABILITIES) },
  ).start();
  end = () => collection.stop();
  await waitFor(() => expect(collection.getSnapshot().context.rows).toEqual(rows));
  const parts = await sectionBundle('attachment');
  renderInApp(<DeleteDialog collection={collection} resource={attachment} Preview={parts?.DeletePreview} />);
  collection.send({ type: 'collection.deleteRequested', ids });
  await waitFor(() => expect(asked).toHaveLength(1));
  return { asked, removals, user: userEvent.setup({ delay: null }) };
}

const USED: FileUses = { list: [{ resource: 'goods', recordId: 3, title: 'Longjing' }], more: 850, hidden: 2 };

it('the window of deletion asks once for all chosen files, and deletes nothing before it knows who uses them', async () => {
  const { asked, removals, user } = await ask([1, 2]);
  expect([asked[0]?.ids, (await button('Delete')).disabled]).toEqual([[1, 2], true]);
  asked[0]?.answer(USED);
  await screen.findByText('These records use the files and will no longer show them:');
  expect(screen.getByText('Goods: Longjing')).toBeTruthy();
  expect(screen.getByText('And 850 more')).toBeTruthy();
  await user.click(await button('Delete'));
  await waitFor(() => expect(removals).toEqual([{ ids: [1, 2], evenIfUsed: true }]));
  expect(asked).toHaveLength(1);
});

it('the window of deletion deletes unused files without force, so that the server still minds what has begun to use them', async () => {
  const { asked, removals, user } = await ask([1, 2]);
  asked[0]?.answer({ list: [], more: 0, hidden: 0 });
  await screen.findByText('No record uses these files');
  await user.click(await button('Delete'));
  await waitFor(() => expect(removals).toEqual([{ ids: [1, 2], evenIfUsed: false }]));
});

it('the window of deletion lets nobody delete where it could not find out, until it can', async () => {
  const { asked, removals, user } = await ask([1]);
  asked[0]?.answer(new FailureError({ kind: 'unreachable', online: false }));
  await user.click(await button('Try again'));
  expect((await button('Delete')).disabled).toBe(true);
  asked[1]?.answer({ list: [], more: 0, hidden: 0 });
  await screen.findByText('No record uses this file');
  await user.click(await button('Delete'));
  await waitFor(() => expect(removals).toEqual([{ ids: [1], evenIfUsed: false }]));
});
