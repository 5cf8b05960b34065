import { map, of, type Observable } from 'rxjs';
import { selectIsTyped, type LifeActRef } from '#machines/life/life-act.machine';
import type { LifeBoardRef } from '#machines/life/life-board.machine';
import { snapshots } from '../base/snapshots.ts';

/** Whether something was typed for a step that is not taken yet. */
export const isActTyped = (act: LifeActRef): Observable<boolean> => snapshots(act).pipe(map(selectIsTyped));

/** The same for a card that was dropped on a board. */
export function isBoardActTyped(board: LifeBoardRef): Observable<boolean> {
  const { act } = board.getSnapshot().children;
  return act ? isActTyped(act) : of(false);
}
