import type { ServerPorts } from '../../ports/ports.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { runTimers } from '../../resources/write/run-timers.ts';
import type { Resources } from '../../resources/registry.ts';
import { repeatedly, type Repetition } from './repeatedly.ts';

/** How often somebody looks whether a time is up. */
const LOOK_EVERY_MS = 10_000;

/** Leads records on whose time is up: what was due while no process was there at once, and then every few seconds. */
export function keepTimes(
  ports: Pick<ServerPorts, 'database' | 'clock' | 'logger' | 'precedence'>,
  resources: Pick<Resources, 'all'>,
  everyMs = LOOK_EVERY_MS,
): Repetition {
  // Beside a life without times, a former version may leave what is to be looked at.
  const living = (): readonly ResourceContext[] => resources.all().flatMap(({ resource, context }) => (resource.life ? [context] : []));
  return repeatedly(
    async (stopped) => {
      try {
        // Where no section has a life, nobody asks for times.
        if (living().length > 0) await runTimers(ports, living, () => stopped.aborted);
      } catch (error) {
        ports.logger.error('life.timesFailed', { error });
      }
    },
    { everyMs },
  );
}
