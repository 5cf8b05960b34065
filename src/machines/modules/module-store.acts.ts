import type { StoreModule } from '#domain/modules/store-module';
import type { OfModule, StoreAct } from './module-store.vocabulary.ts';

/** Transitions of the store by which something is done to a module. */
export const acting = (make: (uid: string) => StoreAct) =>
  ({ type: 'setAct', params: ({ event }: { readonly event: OfModule }) => make(event.uid) }) as const;
export const inState = (...states: readonly StoreModule['state'][]) =>
  ({ type: 'isOf', params: ({ event }: { readonly event: OfModule }) => ({ uid: event.uid, states }) }) as const;
export const actOn = (make: (uid: string) => StoreAct, ...states: readonly StoreModule['state'][]) =>
  ({ guard: inState(...states), target: 'acting', actions: acting(make) }) as const;
