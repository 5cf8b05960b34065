import { failureOf } from '#domain/base/failure';
import { neighbourOf } from '#domain/table/row';
import { positionOf, type MovePlace } from './collection-context.ts';
import type { CollectionContext } from './collection.vocabulary.ts';

/** What a collection's transitions hand to its actions and guards, read from the event that takes them. */
type Step = { readonly id: number; readonly step: -1 | 1 };

export const failureIn = ({ event }: { readonly event: { readonly error: unknown } }) => ({ failure: failureOf(event.error) });

/** Where one step leads; nowhere at the end of the list. */
export const moveStep = ({ context: { rows }, event: { id, step } }: { readonly context: CollectionContext; readonly event: Step }) => ({
  id,
  targetId: neighbourOf(rows ?? [], id, step)?.id,
});

/** Where a step leads over the edge of a page. */
export const stepAcross = ({ context, event: { id, step } }: { readonly context: CollectionContext; readonly event: Step }): MovePlace => ({
  id,
  position: positionOf(context, id) + step,
  isFollowed: true,
});
