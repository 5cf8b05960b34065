import { FailureError } from '#domain/base/failure';
import { pictureCropMachine } from '#machines/files/picture-crop.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const file = { fileId: 'f1', name: 'face.png', sizeBytes: 9, mimeType: 'image/png' };
const broken = new FailureError({ kind: 'malformed', url: '' });

describeModel({
  machine: pictureCropMachine,
  inputs: [undefined],
  events: [
    { type: 'crop.chosen', file },
    { type: 'crop.moved', x: 10_000, y: -10_000 },
    { type: 'crop.sized', side: 100 },
    { type: 'crop.confirmed' },
    { type: 'crop.cancelled' },
    done('readPicture', { address: 'blob:1', widthPx: 400, heightPx: 200 }),
    failed('readPicture', broken),
    done('cutOut', { ...file, fileId: 'f2' }),
    failed('cutOut', broken),
  ],
  view: ({ context }) => [context.file?.fileId, context.picture?.address, context.crop],
});
