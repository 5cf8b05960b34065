import type { Kysely, Transaction } from 'kysely';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { isLiving, readSiteLives, siteLife, stopSiteLives } from '../../db/sections/guard-lives.ts';
import { countSections } from '../../db/sections/section-clock.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { unref } from '../../base/platform/timers.ts';
import type { Resources } from '../../resources/registry.ts';

/** How often other processes look for what was published here. */
const LOOK_EVERY_MS = 1000;

/** The published sections that run in this process, kept as the database says. */
export interface LiveSections {
  /** Runs what is published now, and nothing else of the kind. */
  sync(): Promise<void>;
  /**
   * The same from inside a transaction that has changed nothing yet and keeps everybody else from publishing: what runs here is what that
   * transaction finds, until it ends.
   */
  syncIn(trx: Transaction<Tables>): Promise<void>;
  /** Does the same soon after another process has published. */
  follow(): { stop(): void };
  /** What is run here: rises with every publishing, pausing and taking away, in all processes alike; -1 before the first look. */
  clock(): number;
  /** The revision that runs of a section; nothing where it does not. */
  revisionOf(name: string): number | undefined;
}

type Ports = Pick<ServerPorts, 'database' | 'logger'>;

interface Surroundings {
  readonly resources: Resources;
  readonly logger: Ports['logger'];
}

interface Published {
  readonly resource: Resource;
  readonly revision: number;
  /** Of this publishing alone. */
  readonly publishing: number | null;
}

export function createLiveSections({ database, logger }: Ports, resources: Resources): LiveSections {
  let running: ReadonlyMap<string, Published> = new Map();
  let counter = -1;
  /** Rises with each state that is run. */
  let turn = 0;
  let last: Promise<void> = Promise.resolve();

  function exchange(gone: readonly string[], changed: readonly Published[], wanted: readonly Published[]): readonly Published[] {
    try {
      resources.exchange(
        gone,
        changed.map(({ resource }) => ({ resource })),
      );
      return wanted;
    } catch (error) {
      // Which of them it is, the next attempt tells; where none is, this is all that is known of it.
      logger.warn('designer.sectionsExchangedAnew', { gone, changed: changed.map(({ resource }) => resource.name), error });
      return exchangeAll({ resources, logger }, running.keys(), wanted);
    }
  }

  async function sync(): Promise<void> {
    for (;;) {
      const began = turn;
      const seen = await readCounter(database.kysely);
      const [published, lives] = [await readPublished(resources, database.kysely), await readLives({ resources, logger }, database.kysely)];
      // Inside a transaction somebody has run what was published since: that is not undone by what was read before.
      if (turn !== began) continue;
      const refused = run(seen, published, lives);
      if (refused.length > 0) await stop(refused);
      return;
    }
  }

  /** Writes are refused as long as records are to live by a life that runs nowhere: the program's own is theirs again, in every process. */
  const stop = (refused: readonly string[]): Promise<void> =>
    database.transaction(async (trx) => {
      if (await stopSiteLives(trx, refused)) await countSections(trx);
    });

  /** @returns sections of the program whose drawn lives cannot be run */
  function run(seen: number, published: readonly Published[], lives: ReadonlyMap<string, Life>): readonly string[] {
    turn += 1;
    const refused = relive({ resources, logger }, lives);
    const wanted = published.filter(({ resource }) => resources.originOf(resource.name) !== 'shipped');
    // A section that went and came again under its name counts its revisions anew.
    const isSame = ({ resource, publishing }: Published): boolean => running.get(resource.name)?.publishing === publishing;
    const changed = wanted.filter((one) => !isSame(one));
    const gone = [...running.keys()].filter((name) => !wanted.some(({ resource }) => resource.name === name));
    if (changed.length + gone.length > 0) {
      const runs = exchange(gone, changed, wanted);
      running = new Map(runs.map((one) => [one.resource.name, one]));
      logger.info('designer.sectionsChanged', {
        changed: changed.filter((one) => runs.includes(one)).map(({ resource }) => resource.name),
        gone,
      });
    }
    counter = seen;
    return refused;
  }

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };

  return {
    sync: () => inTurn(sync),
    // Whoever has the turn may wait for the connection that this transaction has.
    async syncIn(trx) {
      const seen = await readCounter(trx);
      if (seen !== counter) run(seen, await readPublished(resources, trx), await readLives({ resources, logger }, trx));
    },
    clock: () => counter,
    revisionOf: (name) => running.get(name)?.revision,
    follow() {
      let isLooking = false;
      const look = async (): Promise<void> => {
        if (isLooking) return;
        isLooking = true;
        try {
          if ((await readCounter(database.kysely)) !== counter) await inTurn(sync);
        } catch (error) {
          logger.warn('designer.notFollowed', { error });
        } finally {
          isLooking = false;
        }
      };
      const timer = setInterval(() => void look(), LOOK_EVERY_MS);
      unref(timer);
      return { stop: () => clearInterval(timer) };
    },
  };
}

const readCounter = async (kysely: Kysely<Tables>): Promise<number> =>
  (await kysely.selectFrom('section_clock').select('counter').executeTakeFirst())?.counter ?? 0;

/** What a site has drawn for the program's sections. One that cannot be run was stopped at the start. */
async function readLives({ resources, logger }: Surroundings, kysely: Kysely<Tables>): Promise<ReadonlyMap<string, Life>> {
  const kept = await readSiteLives(kysely);
  return new Map(
    [...kept].flatMap(([name, life]) => {
      const shipped = resources.shippedAs(name);
      const run = shipped && isLiving(shipped) && siteLife(shipped, life);
      if (!run) logger.error('life.siteLifeNotRun', { section: name });
      return run ? [[name, run] as const] : [];
    }),
  );
}

async function readPublished(resources: Resources, kysely: Kysely<Tables>): Promise<readonly Published[]> {
  const rows = await kysely
    .selectFrom('section')
    .select(['design', 'revision', 'origin'])
    .select((one) =>
      one
        .selectFrom('section_revision')
        .select((revisions) => revisions.fn.max('section_revision.id').as('id'))
        .whereRef('section_revision.section', '=', 'section.name')
        .where('status', '=', 'success')
        .as('publishing'),
    )
    .where('state', '=', 'live')
    .execute();
  // What was published over a table that stood before was judged then.
  for (const { design, origin } of rows) if (design && origin === 'table') resources.importTable(design.declaration.table);
  return rows.flatMap(({ design, revision, publishing }) => (design ? [{ resource: design.declaration, revision, publishing }] : []));
}

/** Those that cannot run leave the others alone; they name each other, so one that falls out may take others with it. */
function exchangeAll({ resources, logger }: Surroundings, running: Iterable<string>, wanted: readonly Published[]): readonly Published[] {
  const names = new Set([...running, ...wanted.map(({ resource }) => resource.name)]);
  let rest = wanted;
  for (;;) {
    try {
      resources.exchange(
        [...names],
        rest.map(({ resource }) => ({ resource })),
      );
      return rest;
    } catch (error) {
      const alone = rest.find((one) => !canRun(resources, names, rest, one));
      if (!alone) throw error;
      logger.error('designer.sectionNotRun', { section: alone.resource.name, error });
      rest = rest.filter((one) => one !== alone);
    }
  }
}

function canRun(resources: Resources, names: ReadonlySet<string>, rest: readonly Published[], { resource }: Published): boolean {
  const coming = new Set(rest.map((one) => one.resource.name));
  const named = Object.values(resource.fields).flatMap((field) => ('of' in field ? [field.of] : []));
  if (named.some((name) => !coming.has(name) && (names.has(name) || resources.get(name) === undefined))) return false;
  try {
    resources.check(resource);
    return true;
  } catch {
    // What it names may come with it.
    return named.some((name) => name !== resource.name && resources.get(name) === undefined);
  }
}

/** Of lives that cannot be run the program's own run instead. @returns the names of their sections */
function relive({ resources, logger }: Surroundings, lives: ReadonlyMap<string, Life>): readonly string[] {
  try {
    resources.relive(lives);
    return [];
  } catch (error) {
    const refused = [...lives].flatMap(([name, life]) => (canLive(resources, name, life) ? [] : [name]));
    for (const section of refused) logger.error('life.siteLifeNotRun', { section, error });
    resources.relive(new Map([...lives].filter(([name]) => !refused.includes(name))));
    return refused;
  }
}

function canLive(resources: Resources, name: string, life: Life): boolean {
  try {
    resources.checkLife(name, life);
    return true;
  } catch {
    return false;
  }
}
