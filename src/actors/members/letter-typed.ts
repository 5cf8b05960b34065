import { map, type Observable } from 'rxjs';
import { selectIsLetterTyped, type MemberLetterRef } from '#machines/members/member-letter.machine';
import { snapshots } from '../base/snapshots.ts';

/** Whether a message to members has words that nobody has sent. */
export const isLetterTyped = (letter: MemberLetterRef): Observable<boolean> => snapshots(letter).pipe(map(selectIsLetterTyped));
