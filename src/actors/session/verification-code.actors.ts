import { fromCallback, fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { CODE_PAUSE_SECONDS, sendMail, sendSms } from '#api/contract/session/verification';
import {
  verificationCodeMachine,
  type ClockReport,
  type CodePause,
  type VerificationCodeInput,
} from '#machines/session/verification-code.machine';
import { readSlice, STORAGE_KEY, writeSlice, type Slice } from '../base/persistence.ts';
import type { ClockPort, StoragePort } from '../base/ports.ts';

export interface VerificationCodePorts {
  readonly call: Call;
  readonly clock: ClockPort;
  readonly storage: StoragePort;
}

/** Ends of pauses by channel and purpose. No address stands in it. */
const PAUSES: Slice = { key: STORAGE_KEY.codes, version: 1 };
const PAUSE_MS = CODE_PAUSE_SECONDS * 1000;
const TICK_MS = 1000;

const nameOf = ({ channel, purpose }: VerificationCodeInput): string => `${channel}:${purpose}`;

/** Pauses that go on; what nobody has written, or a clock that was set back, makes none longer than it can be. */
function pausesFrom(stored: unknown, nowMs: number): Record<string, number> {
  if (typeof stored !== 'object' || stored === null) return {};
  const entries = Object.entries(stored as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    entries.flatMap(([name, endMs]) => (typeof endMs === 'number' && endMs > nowMs ? [[name, Math.min(endMs, nowMs + PAUSE_MS)]] : [])),
  );
}

/** Sends codes and remembers, over reloads, how long none can be asked for. Source: wire protocol §2.9. */
export function verificationCodeLogic({ call, clock, storage }: VerificationCodePorts): typeof verificationCodeMachine {
  function startPause(input: VerificationCodeInput): CodePause {
    const nowMs = clock.now();
    const availableAtMs = nowMs + PAUSE_MS;
    try {
      writeSlice(storage, PAUSES, { ...pausesFrom(readSlice(storage, PAUSES), nowMs), [nameOf(input)]: availableAtMs });
    } catch {
      // Full or forbidden storage costs the countdown after a reload; the server counts too.
    }
    return { availableAtMs, nowMs };
  }

  return verificationCodeMachine.provide({
    actors: {
      readPause: fromPromise(({ input }) => {
        const nowMs = clock.now();
        return Promise.resolve({ availableAtMs: pausesFrom(readSlice(storage, PAUSES), nowMs)[nameOf(input)] ?? null, nowMs });
      }),
      sendCode: fromPromise(async ({ input, signal }) => {
        const { channel, purpose, target, captcha, password } = input;
        const proof = { captchaId: captcha?.id, captchaInfo: captcha?.info, ...(password && { password }) };
        if (channel === 'email') await call(sendMail, { email: target, event: purpose, ...proof }, { signal });
        else await call(sendSms, { mobile: target, template_code: purpose, ...proof }, { signal });
        return startPause(input);
      }),
      watchClock: fromCallback<ClockReport>(({ sendBack }) => {
        const stop = new AbortController();
        let readMs = clock.now();
        let nowMs = readMs;
        const watch = async (): Promise<void> => {
          await clock.pause(TICK_MS);
          if (stop.signal.aborted) return;
          const passedMs = clock.now() - readMs;
          readMs += passedMs;
          // A clock that was set back makes the pause no longer.
          nowMs += passedMs < 0 ? TICK_MS : passedMs;
          sendBack({ type: 'clock.ticked', nowMs });
          await watch();
        };
        void watch();
        return () => stop.abort();
      }),
    },
  });
}
