import {
  fromCallback,
  type ActorLogic,
  type AnyActorLogic,
  type AnyActorRef,
  type EmittedFrom,
  type EventFromLogic,
  type InputFrom,
  type SnapshotFrom,
} from 'xstate';

/** Stands for an effect in `setup`; a machine that is started without `src/actors` giving the real one says which is missing. */
export const notProvided = (name: string) => (): never => {
  throw new Error(`no actor was provided for "${name}"`);
};

/** What an owner knows of a child whose machine it does not import: what it takes, what it is told, what it shows. */
export type OpaqueLogic<Logic extends AnyActorLogic> = ActorLogic<
  SnapshotFrom<Logic>,
  EventFromLogic<Logic>,
  InputFrom<Logic>,
  AnyActorRef['system'],
  EmittedFrom<Logic>
>;

/** Stands in `setup` for a child whose code comes with its pages; the owner knows its type alone. */
export const logicNotProvided = <Logic extends AnyActorLogic>(name: string): OpaqueLogic<Logic> =>
  fromCallback(notProvided(name)) as unknown as OpaqueLogic<Logic>;
