import { isTimed } from '../db/sections/life-timers.ts';
import type { ServerPorts } from '../ports/ports.ts';
import type { ResourceContext } from '../resources/base/resource-context.ts';
import { runTimers } from '../resources/write/run-timers.ts';
import type { Resources } from '../resources/registry.ts';

/** How often somebody looks whether a time is up. */
const LOOK_EVERY_MS = 10_000;

interface Times {
  /** Begins nothing more, and waits for what is under way. */
  stop(): Promise<void>;
}

/** Leads records on whose time is up: what was due while no process was there at once, and then every few seconds. */
export function keepTimes(
  ports: Pick<ServerPorts, 'database' | 'clock' | 'logger' | 'precedence'>,
  resources: Pick<Resources, 'all'>,
  everyMs = LOOK_EVERY_MS,
): Times {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const timed = (): readonly ResourceContext[] => resources.all().flatMap(({ resource, context }) => (isTimed(resource) ? [context] : []));
  const look = async (): Promise<void> => {
    try {
      // Where no section has times, nobody asks for them.
      if (timed().length > 0) await runTimers(ports, timed, () => isStopped);
    } catch (error) {
      ports.logger.error('life.timesFailed', { error });
    }
    if (!isStopped) timer = setTimeout(begin, everyMs);
  };
  function begin(): void {
    running = look();
  }
  begin();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
