/**
 * The square that is cut out of a chosen picture before it is sent: moved and sized by pointer and keys. What is no picture is refused here.
 * A leaf of the field. Source: open content, "Member centre".
 */
import { assign, fromCallback, fromPromise, setup, type ActorRefFrom, type AnyActorRef, type SnapshotFrom } from 'xstate';
import { middleCrop, movedCrop, sizedCrop, type Crop, type PictureSize } from '#domain/files/crop';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import type { ChosenFile } from './upload.machine.ts';

export interface ReadPicture extends PictureSize {
  /** By which the page shows it. */
  readonly address: string;
}

export type PictureCropEvent =
  | { readonly type: 'crop.chosen'; readonly file: ChosenFile }
  /** In the picture's pixels. */
  | { readonly type: 'crop.moved'; readonly x: number; readonly y: number }
  | { readonly type: 'crop.sized'; readonly side: number }
  | { readonly type: `crop.${'confirmed' | 'cancelled'}` };

interface PictureCropContext {
  readonly file: ChosenFile | null;
  readonly picture: ReadPicture | null;
  readonly crop: Crop;
}

export interface CutOut {
  readonly file: ChosenFile;
  readonly picture: ReadPicture;
  readonly crop: Crop;
}

const NO_CROP: Crop = { x: 0, y: 0, side: 0 };

const LET_GO = [
  {
    type: 'clearPicture',
    params: ({ context: { file, picture } }: { readonly context: PictureCropContext }) => ({
      fileId: file?.fileId ?? null,
      address: picture?.address ?? null,
    }),
  },
  'reset',
] as const;

export const pictureCropMachine = setup({
  types: { context: {} as PictureCropContext, events: {} as PictureCropEvent, tags: {} as 'busy' | 'open' },
  actors: {
    readPicture: fromPromise<ReadPicture, { readonly file: ChosenFile }>(notProvided('readPicture')),
    cutOut: fromPromise<ChosenFile, CutOut>(notProvided('cutOut')),
    /** What is stopped runs no action any more: lets go of what is being chosen then. */
    letGoAtEnd: fromCallback<PictureCropEvent, { readonly crop: AnyActorRef }>(notProvided('letGoAtEnd')),
  },
  actions: {
    setFile: assign({ file: (_, { file }: { readonly file: ChosenFile }) => file }),
    setPicture: assign({ picture: (_, picture: ReadPicture) => picture, crop: (_, picture: ReadPicture) => middleCrop(picture) }),
    move: assign({
      crop: ({ context: { picture, crop } }, by: { readonly x: number; readonly y: number }) =>
        picture ? movedCrop(crop, by, picture) : crop,
    }),
    size: assign({
      crop: ({ context: { picture, crop } }, { side }: { readonly side: number }) => (picture ? sizedCrop(crop, side, picture) : crop),
    }),
    reset: assign({ file: null, picture: null, crop: NO_CROP }),
    /** Provided: neither the chosen file nor what shows it need be kept any longer. */
    clearPicture: (_args, _params: { readonly fileId: string | null; readonly address: string | null }) => {},
    /** Provided by the view: what becomes of the square. */
    deliver: (_args, _file: ChosenFile) => {},
  },
}).createMachine({
  id: 'pictureCrop',
  context: { file: null, picture: null, crop: NO_CROP },
  invoke: { id: 'letGoAtEnd', src: 'letGoAtEnd', input: ({ self }) => ({ crop: self }) },
  initial: 'idle',
  states: {
    idle: { on: { 'crop.chosen': { target: 'reading', actions: { type: 'setFile', params: payload } } } },
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readPicture',
        src: 'readPicture',
        input: ({ context }) => ({ file: fileIn(context) }),
        onDone: { target: 'cropping', actions: { type: 'setPicture', params: output } },
        onError: { target: 'refused', actions: LET_GO },
      },
      on: { 'crop.chosen': { target: 'reading', reenter: true, actions: [...LET_GO, { type: 'setFile', params: payload }] } },
    },
    /** It is none. */
    refused: { on: { 'crop.chosen': { target: 'reading', actions: { type: 'setFile', params: payload } } } },
    cropping: {
      tags: 'open',
      on: {
        'crop.moved': { actions: { type: 'move', params: payload } },
        'crop.sized': { actions: { type: 'size', params: payload } },
        'crop.confirmed': 'cutting',
        'crop.cancelled': { target: 'idle', actions: LET_GO },
      },
    },
    cutting: {
      tags: ['busy', 'open'],
      invoke: {
        id: 'cutOut',
        src: 'cutOut',
        input: ({ context }) => ({ file: fileIn(context), picture: pictureIn(context), crop: context.crop }),
        onDone: { target: 'idle', actions: [{ type: 'deliver', params: output }, ...LET_GO] },
        onError: { target: 'refused', actions: LET_GO },
      },
    },
  },
});

function fileIn({ file }: PictureCropContext): ChosenFile {
  if (file === null) throw new Error('no file is chosen');
  return file;
}

function pictureIn({ picture }: PictureCropContext): ReadPicture {
  if (picture === null) throw new Error('no picture was read');
  return picture;
}

export type PictureCropRef = ActorRefFrom<typeof pictureCropMachine>;
export type PictureCropSnapshot = SnapshotFrom<typeof pictureCropMachine>;
export const selectCropPicture = ({ context }: PictureCropSnapshot): ReadPicture | null => context.picture;
export const selectCrop = ({ context }: PictureCropSnapshot): Crop => context.crop;
export const selectPictureCropIsRefused = (snapshot: PictureCropSnapshot): boolean => snapshot.matches('refused');
