import { fromPromise } from 'xstate';
import { HEADER } from '#api/contract/base/wire';
import { type Failure, FailureError } from '#domain/base/failure';
import type { CaptchaTask } from '#machines/session/captcha-work.machine';
import { publicFormMachine, type FormProof } from '#machines/modules/public-form.machine';
import type { Pause } from '../base/call-ports.ts';
import type { SolveTask } from '../session/captcha-work.actors.ts';

export interface PublicFormPorts {
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  readonly isOnline: () => boolean;
  readonly newKey: () => string;
  readonly pause: Pause;
  readonly solve: SolveTask;
}

/** Which form it is, in which language its refusals are said, and the record that its address names. */
export interface PublicFormPlace {
  readonly uid: string;
  readonly section: string;
  readonly language: string;
  readonly owner: { readonly key: string; readonly id: number } | null;
}

interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: { readonly fields?: Readonly<Record<string, string>> } | null;
}

/** Between one try and the next, as calls of the pages rest. */
const RESTS_MS = [500, 1000, 2000, 4000, 4000];
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

const isAway = (failure: Failure): boolean =>
  failure.kind === 'unreachable' ? failure.online : failure.kind === 'http' && AWAY.has(failure.status);

/** Speaks to the server without the library of calls: a page that everybody may open is to weigh little. */
export function publicFormLogic(
  { fetch, isOnline, newKey, pause, solve }: PublicFormPorts,
  place: PublicFormPlace,
): typeof publicFormMachine {
  const { uid, section, language, owner } = place;

  async function post(address: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    const headers = { 'content-type': 'application/json', [HEADER.language]: language };
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body), signal }).catch((error: unknown) => {
      if (signal.aborted) throw new FailureError({ kind: 'aborted' });
      // So `fetch` says that nobody answered, with or without a line; anything else is a defect.
      if (!(error instanceof TypeError)) throw error;
      throw new FailureError({ kind: 'unreachable', online: isOnline() });
    });
    // Also where it says so in words: it is over soon.
    if (AWAY.has(response.status)) throw new FailureError({ kind: 'http', status: response.status, url: address });
    const reply = (await response.json().catch(() => null)) as Envelope | null;
    if (reply?.code === 1) return reply.data;
    if (!reply || typeof reply.msg !== 'string') throw new FailureError({ kind: 'http', status: response.status, url: address });
    const fields = reply.data?.fields;
    throw new FailureError({ kind: 'rejected', code: reply.code, message: reply.msg, ...(fields && { fields }) });
  }

  /** Sent again where the server is away for a moment: of the same words under the same key one record comes. */
  async function again<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (const restMs of RESTS_MS)
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof FailureError) || !isAway(error.failure)) throw error;
        await pause(restMs);
        signal.throwIfAborted();
      }
    return send();
  }

  async function prove(signal: AbortSignal): Promise<FormProof> {
    const id = newKey();
    const task = (await post(
      '/api/common/captchaWork',
      { id, purpose: 'module_form', subject: `${uid}/${section}` },
      signal,
    )) as CaptchaTask;
    const answer = await solve(task, { signal, onTried: () => undefined });
    return { id, info: `work:${answer}` };
  }

  return publicFormMachine.provide({
    actors: {
      prove: fromPromise(({ signal }) => again(() => prove(signal), signal)),
      send: fromPromise(async ({ input: { values, key, proof }, signal }) => {
        const all = owner ? { ...values, [owner.key]: owner.id } : values;
        let fresh: FormProof | null = proof;
        await again(async () => {
          // The server may have taken the one that was shown, though it did not take the words: each is shown once.
          const { id: captchaId, info: captchaInfo } = fresh ?? (await prove(signal));
          fresh = null;
          await post(`/api/m/${uid}/${section}`, { values: all, key, captchaId, captchaInfo }, signal);
        }, signal);
      }),
    },
  });
}
