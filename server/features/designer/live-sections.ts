import type { Resource } from '#domain/table/resource';
import type { ServerPorts } from '../../ports/ports.ts';
import type { Resources } from '../../resources/registry.ts';

/** How often other processes look for what was published here. */
const LOOK_EVERY_MS = 1000;

/** The published sections that run in this process, kept as the database says. */
export interface LiveSections {
  /** Runs what is published now, and nothing else of the kind. */
  sync(): Promise<void>;
  /** Does the same soon after another process has published. */
  follow(): { stop(): void };
  /** The revision that runs of a section; nothing where it does not. */
  revisionOf(name: string): number | undefined;
}

type Ports = Pick<ServerPorts, 'database' | 'logger'>;

interface Published {
  readonly resource: Resource;
  readonly revision: number;
}

export function createLiveSections({ database, logger }: Ports, resources: Resources): LiveSections {
  let running: ReadonlyMap<string, Published> = new Map();
  let counter = -1;
  let last: Promise<void> = Promise.resolve();

  const readCounter = async (): Promise<number> =>
    (await database.kysely.selectFrom('section_clock').select('counter').executeTakeFirst())?.counter ?? 0;

  async function readPublished(): Promise<readonly Published[]> {
    const rows = await database.kysely
      .selectFrom('section')
      .select(['design', 'revision', 'table_name', 'origin'])
      .where('state', '=', 'live')
      .execute();
    return rows.flatMap(({ design, revision }) => (design ? [{ resource: design.declaration, revision }] : []));
  }

  const isShipped = (name: string): boolean => resources.get(name) !== undefined && !running.has(name);

  /** Those that cannot run leave the others alone; they name each other, so one that falls out may take others with it. */
  function exchange(names: readonly string[], wanted: readonly Published[]): readonly Published[] {
    let rest = wanted;
    for (;;) {
      try {
        resources.exchange(
          names,
          rest.map(({ resource }) => ({ resource })),
        );
        return rest;
      } catch (error) {
        const alone = rest.find((one) => rest.length === 1 || !canRun(names, rest, one));
        if (!alone) throw error;
        logger.error('designer.sectionNotRun', { section: alone.resource.name, error });
        rest = rest.filter((one) => one !== alone);
        if (rest.length === 0) {
          resources.exchange(names, []);
          return rest;
        }
      }
    }
  }

  function canRun(names: readonly string[], all: readonly Published[], one: Published): boolean {
    try {
      resources.check(one.resource);
      return true;
    } catch {
      // What it names may come with it.
      const of = new Set([...names, ...all.map(({ resource }) => resource.name)]);
      return Object.values(one.resource.fields).some((field) => 'of' in field && of.has(field.of) && resources.get(field.of) === undefined);
    }
  }

  async function sync(): Promise<void> {
    const seen = await readCounter();
    const wanted = (await readPublished()).filter(({ resource }) => !isShipped(resource.name));
    const isSame = ({ resource, revision }: Published): boolean => running.get(resource.name)?.revision === revision;
    const changed = wanted.filter((one) => !isSame(one));
    const gone = [...running.keys()].filter((name) => !wanted.some(({ resource }) => resource.name === name));
    if (changed.length + gone.length > 0) {
      const ran = exchange(gone, changed);
      const stays = wanted.filter((one) => isSame(one) || ran.includes(one));
      running = new Map(stays.map((one) => [one.resource.name, one]));
      logger.info('designer.sectionsChanged', { changed: ran.map(({ resource }) => resource.name), gone });
    }
    counter = seen;
  }

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };

  return {
    sync: () => inTurn(sync),
    revisionOf: (name) => running.get(name)?.revision,
    follow() {
      let isLooking = false;
      const look = async (): Promise<void> => {
        if (isLooking) return;
        isLooking = true;
        try {
          if ((await readCounter()) !== counter) await inTurn(sync);
        } catch (error) {
          logger.warn('designer.notFollowed', { error });
        } finally {
          isLooking = false;
        }
      };
      const timer = setInterval(() => void look(), LOOK_EVERY_MS);
      timer.unref();
      return { stop: () => clearInterval(timer) };
    },
  };
}
