import type { ActorRef, EventObject, Snapshot } from 'xstate';

/** The actor that started this one, narrowed to what it may be told. */
export type Owner<Report extends EventObject> = ActorRef<Snapshot<unknown>, Report>;
