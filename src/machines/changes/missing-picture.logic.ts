import { fromTransition } from 'xstate';

interface MissingPictureEvent {
  readonly type: 'picture.missing';
}

/** Whether there turned out to be nothing at the address of a picture. A leaf of what shows it. */
export const missingPictureLogic = fromTransition(
  // The library's own stop event passes here too and changes nothing.
  (isMissing: boolean, { type }: MissingPictureEvent): boolean => isMissing || type === 'picture.missing',
  false,
);
