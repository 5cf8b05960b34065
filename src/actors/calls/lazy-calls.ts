import type { Call } from '#api/client';
import { FailureError } from '#domain/base/failure';
import { bring, lazyOnce } from '../base/lazy-code.ts';
import type { CallsOptions } from './calls.ts';
import type { CallsBundleOptions } from './calls.bundle.ts';

type Calls = Readonly<Record<'call' | 'direct', Call>>;

/**
 * The calls of an app before their code has arrived: the HTTP library and the contract's parser come with the first call, so that no
 * page waits for them to be drawn. Once they are here, a call goes out in the same moment.
 */
export function lazyCalls(options: Omit<CallsOptions, 'transport'> & CallsBundleOptions): Calls {
  const calls = lazyOnce<Calls>(async () => (await import('./calls.bundle.ts')).openCalls(options));
  /** Without a line the code of calls does not come either. */
  const lost = (): never => {
    throw new FailureError({ kind: 'unreachable', online: options.isOnline() });
  };
  const lazy =
    (name: keyof Calls): Call =>
    (...args) =>
      calls.arrived()?.[name](...args) ?? bring(calls).then((opened) => opened[name](...args), lost);
  return { call: lazy('call'), direct: lazy('direct') };
}
