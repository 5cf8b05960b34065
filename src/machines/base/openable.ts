import { fromTransition } from 'xstate';

/** `shown` is kept while what was open fades out. */
interface Openable<Shown> {
  readonly isOpen: boolean;
  readonly shown: Shown;
}

type OpenableEvent<Subject extends string, Shown> =
  | { readonly type: `${Subject}.opened`; readonly shown: Shown }
  | { readonly type: `${Subject}.closed` };

/** Logic of a window or menu that opens with what it shows. It folds events into a value. */
export const openable = <Subject extends string, Shown>(subject: Subject, nothing: Shown) =>
  fromTransition(
    (state: Openable<Shown>, event: OpenableEvent<Subject, Shown>): Openable<Shown> => {
      if ('shown' in event) return { isOpen: true, shown: event.shown };
      // The library's own stop event passes here too and changes nothing.
      return event.type === `${subject}.closed` ? { ...state, isOpen: false } : state;
    },
    { isOpen: false, shown: nothing },
  );
