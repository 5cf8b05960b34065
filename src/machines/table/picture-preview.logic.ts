import { openable } from '../base/openable.ts';

interface Pictures {
  /** Of the record; null before the first. */
  readonly id: number | null;
  readonly pictures: readonly string[];
  readonly title: string;
}

/** The pictures that are looked at in full size. A leaf of the table. */
export const picturePreviewLogic = openable<'preview', Pictures>('preview', { id: null, pictures: [], title: '' });
