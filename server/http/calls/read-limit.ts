import { CODE } from '#api/contract/base/wire';
import type { ServerPorts } from '../../ports/ports.ts';
import { createMinuteCounts } from './minute-counts.ts';
import { networkOf } from '../../base/network.ts';
import { languageOf } from './language.ts';
import { envelope, withHeaders } from '../../routing/replies.ts';

type Answer = () => Response | Promise<Response>;

/**
 * Limits the reading calls of one network in each minute by the clock; writes have limits of their own. Hono has
 * no such middleware.
 * @param perMinute 0 limits nothing
 * Source: wire protocol §1.8, "Throttle".
 */
export function createReadLimit(perMinute: number, ports: Pick<ServerPorts, 'clock' | 'messages'>) {
  const countOne = createMinuteCounts(ports);

  return async (request: Request, remoteAddress: string, answer: Answer): Promise<Response> => {
    if (perMinute === 0 || (request.method !== 'GET' && request.method !== 'HEAD')) return answer();
    const { count, now, end } = countOne(networkOf(remoteAddress));
    if (count > perMinute) {
      const seconds = end - now;
      const message = ports.messages.text(languageOf(request, new URL(request.url)), 'refusals.tooManyReads', { count: seconds });
      return envelope(CODE.rejected, message, null, now, { headers: { 'retry-after': String(seconds) } });
    }
    return withHeaders(await answer(), {
      'x-rate-limit-limit': String(perMinute),
      'x-rate-limit-remaining': String(perMinute - count),
      'x-rate-limit-reset': String(end),
    });
  };
}
