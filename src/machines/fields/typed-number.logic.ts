import { fromTransition, type SnapshotFrom } from 'xstate';

/** What stands in a number's box, as letters where they are no number yet (`-`, `1.`), and the number that it was told as. */
export interface TypedNumber {
  readonly shown: string | number;
  readonly value: number | null;
}

export type TypedNumberEvent = ({ readonly type: 'number.typed' } & TypedNumber) | { readonly type: 'number.left' };

/** A number while it is typed; null while nobody types. A leaf of its input. */
export const typedNumberLogic = fromTransition((typed: TypedNumber | null, event: TypedNumberEvent) => {
  if (event.type === 'number.typed') return { shown: event.shown, value: event.value };
  return event.type === 'number.left' ? null : typed;
}, null);

export const selectTypedNumber = ({ context }: SnapshotFrom<typeof typedNumberLogic>): TypedNumber | null => context;
