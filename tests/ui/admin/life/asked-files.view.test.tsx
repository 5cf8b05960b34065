import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { uploadMachine, type FileTask, type Fingerprint, type PrintedTask, type UploadedFile } from '#machines/files/upload.machine';
import { uploadQueueMachine } from '#machines/files/upload-queue.machine';
import { goods } from '#sections/goods/goods.resource.ts';
import { Question } from '#ui/admin/life/Question.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { offerOf } from '#tests/machines/life/told-life.ts';
import { recorder } from '#tests/support/recorder.ts';
import { startKitMessages, testUploads } from '../../kit/support.tsx';
import { lifeBundle, show } from './steps-support.tsx';

beforeEach(async () => {
  await startKitMessages('en');
  await loadMessages(['recordLife']);
});

const upload = uploadMachine.provide({
  actors: {
    fingerprint: fromPromise<Fingerprint, FileTask>(async () => ({ sha1: 'da39a3ee5e6b4b0d3255bfef95601890afd80709', key: null })),
    findKnown: fromPromise<UploadedFile | null, PrintedTask>(async () => null),
    sendFile: fromPromise<UploadedFile, PrintedTask>(async ({ input }) => ({ url: `/storage/${input.file.name}`, fullUrl: '' })),
  },
});

const png = (name: string) => new File(['1234'], name, { type: 'image/png' });

it('a step that asks for pictures is sent with every one that was chosen', async () => {
  testUploads.queue = uploadQueueMachine.provide({ actors: { upload } });
  const { asked, life } = lifeBundle({});
  const offer = offerOf('show', { asks: { comment: null, fields: ['images'] } });
  const step = createActor(life.lifeAct, { input: { resource: 'goods', owner: recorder().ref, key: 'k' } }).start();
  step.send({ type: 'act.chosen', offer, ids: [7], version: 3 });
  const user = await show(life, <Question act={step} offer={offer} resource={goods} />);
  await screen.findByRole('button', { name: /^Upload picture/u }, { timeout: 20_000 });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  act(() => step.send({ type: 'act.valueTyped', field: 'images', value: ['/storage/library.png'] }));
  await user.upload(input, [png('a.png'), png('b.png')]);
  await user.upload(input, png('c.png'));
  await waitFor(() => expect(screen.queryAllByRole('progressbar')).toEqual([]));
  await waitFor(() => expect(step.getSnapshot().context.held).toEqual({}));
  await user.click(screen.getByRole('button', { name: 'show' }));
  const images = ['/storage/library.png', '/storage/a.png', '/storage/b.png', '/storage/c.png'];
  expect(asked).toEqual([{ resource: 'goods', ids: [7], event: 'show', to: 'off', version: 3, comment: '', values: { images } }]);
});
