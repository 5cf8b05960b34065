import { openable } from '../base/openable.ts';

interface Pictures {
  /** Of the record; null before the first. */
  readonly id: number | null;
  /** Whose addresses they are; empty before the first. */
  readonly field: string;
  readonly pictures: readonly string[];
  readonly title: string;
}

/** The pictures that are looked at in full size. A leaf of the table. */
export const picturePreviewLogic = openable<'preview', Pictures>('preview', { id: null, field: '', pictures: [], title: '' });
