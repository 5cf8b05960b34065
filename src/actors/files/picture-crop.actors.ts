import { fromCallback, fromPromise } from 'xstate';
import { CROP_PX, type Crop } from '#domain/files/crop';
import { pictureCropMachine, type PictureCropRef, type ReadPicture } from '#machines/files/picture-crop.machine';
import type { FilesPort } from '../base/ports.ts';

/** Types that browsers can write; anything else becomes PNG. */
const WRITTEN: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };
const QUALITY = 0.92;

/** The browser's own decoder judges what a picture is, and turns it as its camera was held. */
export function pictureCropLogic({ files }: { readonly files: FilesPort }): typeof pictureCropMachine {
  const letGo = (fileId: string | null, address: string | null): void => {
    if (fileId !== null) files.forget(fileId);
    if (address !== null) URL.revokeObjectURL(address);
  };
  return pictureCropMachine.provide({
    actors: {
      letGoAtEnd: fromCallback(({ input }) => {
        const crop = input.crop as PictureCropRef;
        return () => {
          const { file, picture } = crop.getSnapshot().context;
          letGo(file?.fileId ?? null, picture?.address ?? null);
        };
      }),
      readPicture: fromPromise(async ({ input: { file }, signal }): Promise<ReadPicture> => {
        const address = URL.createObjectURL(files.read(file.fileId));
        try {
          const { naturalWidth: widthPx, naturalHeight: heightPx } = await decoded(address);
          signal.throwIfAborted();
          if (widthPx === 0 || heightPx === 0) throw new Error('the picture has no size');
          return { address, widthPx, heightPx };
        } catch (error) {
          URL.revokeObjectURL(address);
          throw error;
        }
      }),
      cutOut: fromPromise(async ({ input: { file, picture, crop } }) => {
        const type = Object.hasOwn(WRITTEN, file.mimeType) ? file.mimeType : 'image/png';
        const blob = await squareOf(await decoded(picture.address), crop, type);
        // A browser that cannot write the type writes PNG and says so.
        const stem = (file.name ?? '').replace(/\.[^.]*$/u, '') || 'picture';
        return files.keep(new File([blob], `${stem}.${WRITTEN[blob.type] ?? 'png'}`, { type: blob.type }));
      }),
    },
    actions: {
      clearPicture: (_, { fileId, address }) => letGo(fileId, address),
    },
  });
}

/** @throws DOMException for what is no picture */
async function decoded(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

function squareOf(image: HTMLImageElement, { x, y, side }: Crop, type: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.max(1, Math.min(CROP_PX, Math.round(side)));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser draws no pictures');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, side, side, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the square was not written'))), type, QUALITY);
  });
}
