import { describe, expect, it } from 'vitest';
import { createActor, createEmptyActor, waitFor, type AnyEventObject } from 'xstate';
import type { Call } from '#api/client';
import { captchaWorkLogic, type SolveTask } from '#actors/session/captcha-work.actors';
import { solveShare } from '#actors/session/captcha-task';
import { FailureError } from '#domain/base/failure';
import type { Owner } from '#machines/base/owner';
import { selectHasWorkFailed, selectWorkPercent, selectWorkStage } from '#machines/session/captcha-work.machine';
import type { CaptchaReport } from '#machines/session/click-captcha.machine';

const SENT = { id: 'key', salt: '0001', target: 'ff', candidates: 100, memoryKib: 8, passes: 1, seconds: 120 };

function open(solve: SolveTask, reply: () => Promise<unknown> = () => Promise.resolve(SENT)) {
  const asked: unknown[] = [];
  const told: AnyEventObject[] = [];
  const owner = createEmptyActor() as unknown as Owner<CaptchaReport>;
  Object.assign(owner, { send: (event: AnyEventObject) => void told.push(event), _send: (event: AnyEventObject) => void told.push(event) });
  const call = ((endpoint: { path: string }, input: unknown) => {
    asked.push([endpoint.path, input]);
    return reply();
  }) as unknown as Call;
  const work = createActor(captchaWorkLogic({ call, newKey: () => 'key', solve }), {
    input: { owner, purpose: 'sign_in_admin', subject: 'admin' },
  }).start();
  return { work, asked, told };
}

describe('work for the browser', () => {
  it('is fetched for its door, solved, and answered to whoever needs it', async () => {
    const { work, asked, told } = open((task, { onTried }) => {
      onTried(40);
      return Promise.resolve(task.candidates - 1);
    });
    const solved = await waitFor(work, (snapshot) => snapshot.matches('done'), { timeout: 5000 });
    expect(asked).toEqual([['/api/common/captchaWork', { id: 'key', purpose: 'sign_in_admin', subject: 'admin' }]]);
    expect([selectWorkPercent(solved), selectWorkStage(solved)]).toEqual([40, 'passed']);
    expect(told).toEqual([{ type: 'captcha.passed', id: 'key', info: 'work:99' }]);
  });

  it('is given up with its dialog', async () => {
    const given: AbortSignal[] = [];
    const { work } = open((_task, { signal }) => {
      given.push(signal);
      return new Promise(() => {});
    });
    await waitFor(work, (snapshot) => snapshot.matches('working'));
    work.stop();
    expect(given.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('says that the browser cannot, and why there is none', async () => {
    const { work } = open(() => Promise.reject(new FailureError({ kind: 'rejected', code: 0, message: 'x' })));
    const unable = await waitFor(work, selectHasWorkFailed);
    expect(selectWorkStage(unable)).toBe('unable');
    const refusal = { kind: 'rejected', code: 0, message: 'spent' } as const;
    const { work: other } = open(
      () => new Promise(() => {}),
      () => Promise.reject(new FailureError(refusal)),
    );
    const refused = await waitFor(other, selectHasWorkFailed);
    expect([selectWorkStage(refused), refused.context.failure]).toEqual(['refused', refusal]);
  });
});

describe('a share of the candidates', () => {
  // argon2id of "7", one pass over 8 KiB in one lane.
  const task = { id: 'one', salt: '00000000000000000000000000000000', target: '', candidates: 20, memoryKib: 8, passes: 1 };

  it('is tried until the wanted one is found, and is told to hold none otherwise', async () => {
    const { argon2id } = await import('hash-wasm');
    const cost = { iterations: 1, parallelism: 1, memorySize: 8, hashLength: 16, outputType: 'hex' } as const;
    const target = await argon2id({ password: '7', salt: new Uint8Array(16), ...cost });
    const tried = { odd: 0, even: 0 };
    const wanted = { ...task, target };
    expect([
      await solveShare({ task: wanted, first: 1, step: 2 }, () => void (tried.odd += 1)),
      await solveShare({ task: wanted, first: 0, step: 2 }, () => void (tried.even += 1)),
      tried,
    ]).toEqual([7, null, { odd: 3, even: 10 }]);
  });
});
