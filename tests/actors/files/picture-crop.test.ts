import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { pictureCropLogic } from '#actors/files/picture-crop.actors';

it('a picture that is being chosen is let go of when its page is left, and one that was sent or given up only once', async () => {
  const forgotten: string[] = [];
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  const files = {
    keep: () => expect.unreachable(),
    read: () => expect.unreachable(),
    forget: (fileId: string) => void forgotten.push(fileId),
  };
  const logic = pictureCropLogic({ files }).provide({
    actors: { readPicture: fromPromise(async ({ input: { file } }) => ({ address: `blob:${file.fileId}`, widthPx: 9, heightPx: 9 })) },
  });
  const choose = async (fileId: string) => {
    const crop = createActor(logic).start();
    crop.send({ type: 'crop.chosen', file: { fileId, name: 'a.png', sizeBytes: 4, mimeType: 'image/png' } });
    await waitFor(crop, (snapshot) => snapshot.matches('cropping'));
    return crop;
  };
  const left = await choose('left');
  left.stop();
  const cancelled = await choose('cancelled');
  cancelled.send({ type: 'crop.cancelled' });
  cancelled.stop();
  expect([forgotten, revoked.mock.calls]).toEqual([
    ['left', 'cancelled'],
    [['blob:left'], ['blob:cancelled']],
  ]);
  revoked.mockRestore();
});
