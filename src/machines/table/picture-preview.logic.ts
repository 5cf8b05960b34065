/** The pictures that are looked at in full size. A leaf of the table; it folds events into a value. */
import { fromTransition } from 'xstate';

export type PicturePreviewEvent =
  | { readonly type: 'preview.opened'; readonly id: number; readonly pictures: readonly string[]; readonly title: string }
  | { readonly type: 'preview.closed' };

export interface PicturePreviewState {
  readonly isOpen: boolean;
  /** Of the record; null before the first. */
  readonly id: number | null;
  /** Kept while the window fades out. */
  readonly pictures: readonly string[];
  readonly title: string;
}

const CLOSED: PicturePreviewState = { isOpen: false, id: null, pictures: [], title: '' };

export const picturePreviewLogic = fromTransition((state: PicturePreviewState, event: PicturePreviewEvent): PicturePreviewState => {
  if (event.type === 'preview.opened') return { isOpen: true, id: event.id, pictures: event.pictures, title: event.title };
  return event.type === 'preview.closed' ? { ...state, isOpen: false } : state;
}, CLOSED);
