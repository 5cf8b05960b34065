import { distinctUntilChanged, map, type Observable } from 'rxjs';
import type { AnyActorRef } from 'xstate';
import type { Resource } from '#domain/table/resource';
import { selectDeclaration } from '#machines/designer/section-designer.selectors';
import type { SectionDesignerRef } from '#machines/designer/section-designer.machine';
import { snapshots } from '../base/snapshots.ts';

/** What a part of the designer's declaration is, at first and whenever it says something else. */
export const readDeclaration = <Part>(owner: unknown, part: (declaration: Resource) => Part): Observable<Part> =>
  snapshots(owner as AnyActorRef as SectionDesignerRef).pipe(
    map((snapshot) => part(selectDeclaration(snapshot))),
    distinctUntilChanged((one, other) => one === other || JSON.stringify(one) === JSON.stringify(other)),
  );
