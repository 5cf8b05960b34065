import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { createActor, fromPromise, fromTransition, type AnyActorRef } from 'xstate';
import { besideOf } from '#actors/base/unsaved-beside';
import { FailureError } from '#domain/base/failure';
import type { Issue } from '#domain/base/issue';
import { disclosureMachine } from '#machines/base/disclosure.machine';
import { uploadMachine, type FileTask, type Fingerprint, type PrintedTask, type UploadedFile } from '#machines/files/upload.machine';
import { uploadQueueMachine } from '#machines/files/upload-queue.machine';
import type { AdminShellRef } from '#machines/shell/admin-shell.machine';
import { ShellContext } from '#ui/base/shell-context.ts';
import { UploadOwnerContext } from '#ui/kit/files/upload-owner.ts';
import { UploadField } from '#ui/kit/files/UploadField.tsx';
import { renderInApp, startKitMessages, testUploads } from '../support.tsx';

beforeAll(() => startKitMessages('en'));

/** What each file's sending waits for, by the file's name. */
let endings: Map<string, (result: UploadedFile | Error) => void>;

const queue = () =>
  uploadQueueMachine.provide({
    actors: {
      upload: uploadMachine.provide({
        actors: {
          fingerprint: fromPromise<Fingerprint, FileTask>(async () => ({ sha1: 'da39a3ee5e6b4b0d3255bfef95601890afd80709', key: null })),
          findKnown: fromPromise<UploadedFile | null, PrintedTask>(async () => null),
          sendFile: fromPromise<UploadedFile, PrintedTask>(
            ({ input }) =>
              new Promise((resolve, reject) => {
                endings.set(input.file.name ?? '', (result) => (result instanceof Error ? reject(result) : resolve(result)));
              }),
          ),
        },
      }),
    },
  });

async function show(room = 9, owner: AnyActorRef | null = null) {
  endings = new Map();
  testUploads.queue = queue();
  const stored: string[] = [];
  const holds: (string | null)[] = [];
  const field = (
    <UploadOwnerContext value={owner}>
      <UploadField
        id="field-sample-thing"
        accepts="picture"
        room={() => room - stored.length}
        after="gone"
        hasPicker={false}
        onStored={(url) => void stored.push(url)}
        onHold={(issue: Issue | null) => void holds.push(issue?.key ?? null)}
      />
    </UploadOwnerContext>
  );
  const page = renderInApp(field);
  // Its code comes with the first.
  await screen.findByRole('button', { name: /^Upload picture/u }, { timeout: 20_000 });
  const input = page.container.querySelector<HTMLInputElement>('input[type="file"]')!;
  const user = userEvent.setup({ delay: null, applyAccept: false });
  const sending = (name: string) => waitFor(() => expect(endings.has(name)).toBe(true));
  const end = (name: string, result: UploadedFile | Error) => act(async () => endings.get(name)?.(result));
  return { ...page, field, user, input, stored, holds, sending, end };
}

const png = (name: string) => new File(['1234'], name, { type: 'image/png' });
const rows = () => screen.queryAllByRole('listitem').map((row) => row.textContent);

describe('the way files come into a field', () => {
  it('holds the form while files are on their way, and hands over what has arrived', async () => {
    const { user, input, stored, holds, sending, end } = await show();
    await user.upload(input, [png('a.png'), png('b.png')]);
    await sending('b.png');
    expect(rows()).toEqual(['a.pngUploading 0%', 'b.pngUploading 0%']);
    await end('b.png', { url: '/storage/b.png', fullUrl: '/storage/b.png' });
    expect([stored, rows(), holds.at(-1)]).toEqual([['/storage/b.png'], ['a.pngUploading 0%'], 'upload.running']);
    await end('a.png', { url: '/storage/a.png', fullUrl: '/storage/a.png' });
    expect([stored, rows(), holds.at(-1)]).toEqual([['/storage/b.png', '/storage/a.png'], [], null]);
  });

  it('counts as unsaved beside the list that it would end with, until it has arrived', async () => {
    const owner = createActor(disclosureMachine).start();
    const isUnsaved = () => besideOf(owner).count > 0;
    const { user, input, sending, end, unmount } = await show(9, owner);
    expect(isUnsaved()).toBe(false);
    await user.upload(input, [png('a.png'), png('b.png')]);
    await sending('b.png');
    await end('a.png', { url: '/storage/a.png', fullUrl: '/storage/a.png' });
    expect(isUnsaved()).toBe(true);
    unmount();
    expect(isUnsaved()).toBe(true);
    await end('b.png', { url: '/storage/b.png', fullUrl: '/storage/b.png' });
    expect(isUnsaved()).toBe(false);
  });

  it.each([true, false])('keeps nothing of what was chosen and not sent once its form is closed: %s', async (isOwned) => {
    const owner = createActor(disclosureMachine).start();
    const forgotten: string[] = [];
    testUploads.forget = (fileId) => void forgotten.push(fileId);
    const { user, input, sending, unmount } = await show(9, isOwned ? owner : null);
    await user.upload(input, [png('a.png'), png('b.png')]);
    await sending('b.png');
    await user.click(screen.getByRole('button', { name: 'Cancel upload: a.png' }));
    unmount();
    expect(forgotten.length).toBe(isOwned ? 0 : 2);
    owner.stop();
    expect(new Set(forgotten).size).toBe(2);
  });

  it('stops a file, and sends it when told to', async () => {
    const { user, input, stored, holds, sending, end } = await show();
    await user.upload(input, png('a.png'));
    await sending('a.png');
    await user.click(screen.getByRole('button', { name: 'Cancel upload: a.png' }));
    expect([rows(), holds.at(-1)]).toEqual([['a.pngCancelled'], null]);
    endings.clear();
    await user.click(screen.getByRole('button', { name: 'Try again: a.png' }));
    await sending('a.png');
    await end('a.png', { url: '/storage/a.png', fullUrl: '/storage/a.png' });
    expect([stored, rows()]).toEqual([['/storage/a.png'], []]);
  });

  it('says at the file what went wrong', async () => {
    const { user, input, sending, end } = await show();
    await user.upload(input, [png('a.png'), new File(['1'], 'b.pdf'), new File([new Uint8Array(1001)], 'c.png')]);
    await sending('a.png');
    await end('a.png', new FailureError({ kind: 'rejected', code: 0, message: 'The disk is full' }));
    expect(screen.getAllByRole('alert').map((alert) => alert.querySelector('strong')?.textContent)).toEqual([
      'The disk is full',
      'The type of uploaded file is not allowed!',
      'The size of the uploaded file exceeds the allowed range!',
    ]);
    await user.click(screen.getByRole('button', { name: 'Remove: b.pdf' }));
    expect(rows()).toHaveLength(2);
  });

  it('takes no more than there is room for, and says so', async () => {
    const { user, input, sending } = await show(2);
    await user.upload(input, [png('a.png'), png('b.png'), png('c.png')]);
    await sending('b.png');
    expect(rows()).toHaveLength(2);
    expect(screen.getByRole('alert').textContent).toBe('Too many files: 1 not uploaded');
  });

  it('takes what is pasted or dropped', async () => {
    const { user, sending, container } = await show();
    screen.getByRole('button', { name: 'Upload pictures' }).focus();
    await user.paste({ files: [png('pasted.png')], getData: () => '', types: ['Files'] } as unknown as DataTransfer);
    await sending('pasted.png');
    fireEvent.drop(container.querySelector('input[type="file"]')!.parentElement!, {
      dataTransfer: { files: [png('dropped.png')], types: ['Files'] },
    });
    await sending('dropped.png');
    expect(rows()).toHaveLength(2);
  });
});

describe('the view of a field that goes away', () => {
  it('leaves the uploads to their owner, and shows them as they are when it comes back', async () => {
    const owner = createActor(disclosureMachine).start();
    const { user, input, stored, holds, sending, end, unmount, field } = await show(9, owner);
    await user.upload(input, [png('a.png'), png('b.png')]);
    await sending('b.png');
    unmount();
    await end('a.png', { url: '/storage/a.png', fullUrl: '/storage/a.png' });
    expect([stored, holds.at(-1)]).toEqual([['/storage/a.png'], 'upload.running']);
    renderInApp(field);
    await waitFor(() => expect(rows()).toEqual(['b.pngUploading 0%']));
    await end('b.png', { url: '/storage/b.png', fullUrl: '/storage/b.png' });
    expect([stored, rows(), holds.at(-1)]).toEqual([['/storage/a.png', '/storage/b.png'], [], null]);
    owner.stop();
  });

  it('ends them with their owner', async () => {
    const owner = createActor(disclosureMachine).start();
    const { user, input, stored, sending, end, unmount } = await show(9, owner);
    await user.upload(input, png('a.png'));
    await sending('a.png');
    unmount();
    owner.stop();
    await end('a.png', { url: '/storage/a.png', fullUrl: '/storage/a.png' });
    expect(stored).toEqual([]);
  });

  it('ends them itself where nobody else owns them', async () => {
    const { user, input, stored, sending, end, unmount } = await show();
    await user.upload(input, png('a.png'));
    await sending('a.png');
    unmount();
    await end('a.png', { url: '/storage/a.png', fullUrl: '/storage/a.png' });
    expect(stored).toEqual([]);
  });
});

it.each([
  [['routine/attachment/index'], ['Upload picture', 'Choose from attachments']],
  [['goods/goods/index'], ['Upload picture']],
])('stored files are offered to whoever may list them: %j', async (urls, offered) => {
  const state = { start: { menu: { nodes: {} }, site: { urls } }, route: { path: '/admin/goods/goods' } };
  const shell = createActor(fromTransition((known: unknown) => known, state)).start() as unknown as AdminShellRef;
  renderInApp(
    <ShellContext value={shell}>
      <UploadField id="picked" accepts="picture" room={() => 1} after="gone" hasPicker onStored={() => {}} />
    </ShellContext>,
  );
  await screen.findByRole('button', { name: 'Upload picture' }, { timeout: 20_000 });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(offered);
});
