import { fromCallback } from 'xstate';
import { lifeTrialMachine, type LifeTrialEvent, type LifeTrialInput } from '#machines/designer/life-trial.machine';
import { readDeclaration } from './watch-declaration.ts';

/** The trial of a life with its effects bound: it watches the designer that owns it. */
export const lifeTrialLogic: typeof lifeTrialMachine = lifeTrialMachine.provide({
  actors: {
    watchLife: fromCallback<LifeTrialEvent, LifeTrialInput>(({ input, sendBack }) => {
      const lives = readDeclaration(input.owner, ({ life }) => life).subscribe((life) => life && sendBack({ type: 'life.changed', life }));
      return () => lives.unsubscribe();
    }),
  },
});
