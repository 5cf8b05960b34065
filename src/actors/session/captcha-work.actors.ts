import { fromCallback, fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { beginCaptchaWork, type CaptchaPurpose } from '#api/contract/session/captcha';
import { captchaWorkMachine, type CaptchaTask, type WorkReport } from '#machines/session/captcha-work.machine';

/** Looks for the one candidate. @param onTried how many have been tried so far; @throws where the browser cannot */
export type SolveTask = (
  task: CaptchaTask,
  options: { readonly signal: AbortSignal; readonly onTried: (tried: number) => void },
) => Promise<number>;

export interface CaptchaWorkPorts {
  readonly call: Call;
  readonly newKey: () => string;
  readonly solve: SolveTask;
}

/** Fetches work under an id of our own and has it done; the call that needs the answer uses it up. */
export const captchaWorkLogic = ({ call, newKey, solve }: CaptchaWorkPorts): typeof captchaWorkMachine =>
  captchaWorkMachine.provide({
    actors: {
      beginWork: fromPromise(async ({ input: { purpose, subject }, signal }) => {
        const door = { purpose: purpose as CaptchaPurpose, subject };
        const { seconds: _seconds, ...task } = await call(beginCaptchaWork, { id: newKey(), ...door }, { signal, quietErrors: true });
        return task;
      }),
      solveWork: fromCallback<WorkReport, CaptchaTask>(({ input, sendBack }) => {
        const stop = new AbortController();
        const onTried = (tried: number) => sendBack({ type: 'work.progressed', tried });
        solve(input, { signal: stop.signal, onTried }).then(
          (answer) => sendBack({ type: 'work.solved', answer }),
          () => sendBack({ type: 'work.stopped' }),
        );
        return () => stop.abort();
      }),
    },
  });
