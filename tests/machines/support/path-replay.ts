import { createActor, fromCallback, type AnyActorScope, type AnyMachineSnapshot, type InspectionEvent } from 'xstate';
import { createFold, type FoldStep, type LogicOf } from '#actors/observe/replay';
import type { JournalFile } from '#domain/observe/journal-file';
import type { PathRecord } from './path-coverage.ts';

/** Adds what the machines of a journal walk while it is folded. */
export function recordFolded({ checkpoint, entries }: JournalFile, logicOf: LogicOf, record: PathRecord): void {
  const fold = createFold(logicOf, checkpoint);
  for (const entry of entries) {
    const step = fold.take(entry);
    if (step) watchStep(step, record.inspect);
  }
}

const nothing = () => {};

/** Takes a step of a fold once more, so that somebody hears of its microsteps: what the fold itself calls tells of none. */
function watchStep({ machine, event, before, after, entry }: FoldStep, tell: (inspected: InspectionEvent) => void): void {
  const actorRef = { getSnapshot: () => before } as never;
  const self = createActor(fromCallback(nothing), {
    inspect: (inspected) => {
      // Children that a step makes begin by themselves when they are told so.
      if (inspected.type === '@xstate.microstep' && inspected.actorRef === self) tell({ ...inspected, actorRef });
    },
  });
  const scope = {
    self,
    id: self.id,
    sessionId: self.sessionId,
    system: self.system,
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: nothing,
  } as unknown as AnyActorScope;
  const again = (
    before ? machine.transition(before, event, scope) : machine.getInitialSnapshot(scope as never, event['input'])
  ) as AnyMachineSnapshot;
  if (JSON.stringify(again.value) !== JSON.stringify(after.value)) throw new Error(`seen otherwise than folded: ${JSON.stringify(entry)}`);
}
