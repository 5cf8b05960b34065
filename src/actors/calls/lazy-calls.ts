import type { Call } from '#api/client';
import { FailureError } from '#domain/base/failure';
import type { CallsOptions } from './calls.ts';
import type { LineOptions } from './calls.bundle.ts';

type Calls = Readonly<Record<'call' | 'direct', Call>>;

/**
 * The calls of an app before their code has arrived: the HTTP library and the contract's parser come with the first call, so that no
 * page waits for them to be drawn. Once they are here, a call goes out in the same moment.
 */
export function lateCalls(options: Omit<CallsOptions, 'transport'> & LineOptions): Calls {
  let calls: Calls | null = null;
  const open = async (): Promise<Calls> => {
    const { openLine } = await import('./calls.bundle.ts').catch(lost);
    calls ??= openLine(options);
    return calls;
  };
  /** Without a line the code of calls does not come either. */
  const lost = (): never => {
    throw new FailureError({ kind: 'unreachable', online: options.isOnline() });
  };
  const late =
    (name: keyof Calls): Call =>
    (endpoint, input, callOptions) =>
      calls ? calls[name](endpoint, input, callOptions) : open().then((line) => line[name](endpoint, input, callOptions));
  return { call: late('call'), direct: late('direct') };
}
