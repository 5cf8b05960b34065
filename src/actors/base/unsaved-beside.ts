import { Subject, type Observable } from 'rxjs';

/** What stands beside a list and is not saved, such as a comment in a window over a row; it is gone with the list. */
interface Beside {
  count: number;
  readonly changes: Subject<void>;
}

const besides = new WeakMap<object, Beside>();

export function besideOf(list: object): Beside {
  const beside = besides.get(list) ?? { count: 0, changes: new Subject() };
  besides.set(list, beside);
  return beside;
}

/** Counts for the list as long as it is told so. */
export function tellBeside(list: object): (isUnsaved: boolean) => void {
  const beside = besideOf(list);
  let was = false;
  return (is) => {
    if (is === was) return;
    was = is;
    beside.count += is ? 1 : -1;
    beside.changes.next();
  };
}

/** Counts for the list until it ends: whoever ends has nothing more to lose. */
export function countUnsaved(list: object, isUnsaved: Observable<boolean>): void {
  const note = tellBeside(list);
  isUnsaved.subscribe({ next: note, complete: () => note(false) });
}
