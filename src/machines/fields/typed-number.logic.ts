import { fromTransition, type SnapshotFrom } from 'xstate';

/** What stands in a number's box, letter by letter, and what it was told as: a number, none, or the text that is no number. */
export interface TypedNumber {
  readonly shown: string;
  readonly value: number | string | null;
}

export type TypedNumberEvent = ({ readonly type: 'number.typed' } & TypedNumber) | { readonly type: 'number.left' };

/** A number while it is typed; null while nobody types. A leaf of its input. */
export const typedNumberLogic = fromTransition((typed: TypedNumber | null, event: TypedNumberEvent) => {
  if (event.type === 'number.typed') return { shown: event.shown, value: event.value };
  return event.type === 'number.left' ? null : typed;
}, null);

export const selectTypedNumber = ({ context }: SnapshotFrom<typeof typedNumberLogic>): TypedNumber | null => context;
