import { CODE } from '#api/contract/base/wire';
import type { ServerPorts } from '../../ports/ports.ts';
import { nowSeconds } from '../../ports/ports.ts';
import { networkOf } from '../../base/network.ts';
import { languageOf } from './language.ts';
import { envelope, withHeaders } from '../../routing/replies.ts';

const WINDOW_SECONDS = 60;

type Answer = () => Response | Promise<Response>;

/**
 * Limits the reading calls of one network in each minute by the clock; writes have limits of their own. Counted in memory, by each process
 * for itself: it slows a flood down and guards no secret. Hono has no such middleware.
 * @param perMinute 0 limits nothing
 * Source: wire protocol §1.8, "Throttle".
 */
export function createReadLimit(perMinute: number, ports: Pick<ServerPorts, 'clock' | 'messages'>) {
  let windowStart = 0;
  let counts = new Map<string, number>();

  return async (request: Request, remoteAddress: string, answer: Answer): Promise<Response> => {
    if (perMinute === 0 || (request.method !== 'GET' && request.method !== 'HEAD')) return answer();
    const now = nowSeconds(ports);
    const start = now - (now % WINDOW_SECONDS);
    if (start !== windowStart) [windowStart, counts] = [start, new Map()];
    const network = networkOf(remoteAddress);
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    const end = start + WINDOW_SECONDS;
    if (count > perMinute) {
      const seconds = end - now;
      const message = ports.messages.text(languageOf(request, new URL(request.url)), 'refusals.tooManyReads', { seconds });
      return envelope(CODE.rejected, message, null, now, { headers: { 'retry-after': String(seconds) } });
    }
    return withHeaders(await answer(), {
      'x-rate-limit-limit': String(perMinute),
      'x-rate-limit-remaining': String(perMinute - count),
      'x-rate-limit-reset': String(end),
    });
  };
}
