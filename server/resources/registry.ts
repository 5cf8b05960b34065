import { outlivesRecord } from '#domain/fields/field';
import { isSameValue } from '#domain/base/same-value';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { runResource, type ResourceEngine } from './define-resource.ts';
import type { ResourceContext } from './base/resource-context.ts';
import type { ResourceHooks } from './base/hooks.ts';
import { checkGraph, referrersTo } from './resource-graph.ts';
import { createRuntimeTables, type RuntimeTables } from './runtime-tables.ts';

type Running = ReturnType<typeof runResource>;

/** `shipped`: a constant of the program. `runtime`: a declaration from elsewhere, which may not be over just any table. */
export type Origin = 'shipped' | 'runtime';

export interface Declared {
  readonly resource: Resource;
  readonly hooks?: ResourceHooks | undefined;
}

interface RegisterOptions {
  readonly origin: Origin;
  readonly hooks?: ResourceHooks | undefined;
}

/**
 * All resources that run. Whatever changes them changes all that is meant or nothing, in one step: no call ever meets a resource
 * without its routes, a route without its resource, or a field that names what is not there.
 */
export interface Resources {
  /** @throws Error when a name, a controller or a table is taken or closed, or the declaration cannot be run beside the others */
  register(resource: Resource, options: RegisterOptions): ResourceEngine;
  /** The same for several, which may name each other. */
  registerAll(declared: readonly Declared[], origin: Origin): void;
  /** Runs another declaration under a name that is registered. @throws Error as above; then the old one goes on */
  replace(resource: Resource, options: RegisterOptions): ResourceEngine;
  /**
   * Several come, change and go in one step: those of these names that run at run time are taken away, and the given ones run.
   * @throws Error as above; then everything goes on as it was
   */
  exchange(names: readonly string[], declared: readonly Declared[]): void;
  /**
   * The records of shipped resources live by other lives, in one step: by these, and all others by their own.
   * @throws Error where one has no life, or the life cannot be run; then everything goes on as it was
   */
  relive(lives: ReadonlyMap<string, Life>): void;
  /** @throws Error where a shipped resource could not be run with this life, or answer its events. Changes nothing. */
  checkLife(name: string, life: Life): void;
  /** Its events that could not answer, since other calls have their addresses or their rights. @throws Error as above */
  takenEvents(name: string, life: Life): readonly string[];
  /** As the program declares it, whatever it runs by; nothing where it is none of the program's. */
  shippedAs(name: string): Resource | undefined;
  /** @throws Error where the declarations could not be run beside the others, in place of those of their names. Changes nothing. */
  check(...resources: readonly Resource[]): void;
  /** @throws Error while others have fields that name their records */
  unregister(...names: readonly string[]): void;
  get(name: string): ResourceEngine | undefined;
  /** Nothing where no such resource runs. */
  originOf(name: string): Origin | undefined;
  all(): readonly ResourceEngine[];
  /** Tables that were there before, for run-time resources. */
  readonly importTable: RuntimeTables['import'];
  /** Drops what is remembered between calls, such as totals. */
  forget(): void;
}

export interface ResourceRoutes {
  /** Takes the calls of some away and adds those of others. @throws Error when a path is taken; then nothing has changed */
  swap(out: readonly ResourceEngine[], into: readonly ResourceEngine[]): void;
  /** Events of the life that comes which could not answer: at their address stands another call, or their right is another call's. */
  takenEvents(out: ResourceEngine, into: ResourceEngine): readonly string[];
}

export function createResources(ports: ResourceContext['ports'], routes: ResourceRoutes): Resources {
  let byName: ReadonlyMap<string, Running> = new Map();
  const origins = new Map<string, Origin>();
  const shipped = new Map<string, Resource>();
  const tables = createRuntimeTables();

  const other = (name: string): Running => {
    const found = byName.get(name);
    if (!found) throw new Error(`There is no resource ${name}`);
    return found;
  };

  const referrersOf = (name: string) =>
    [...byName.values()].flatMap(({ resource, columns }) =>
      columns.relations
        .filter(({ of, column }) => of === name && !outlivesRecord(column.field))
        .map(({ column }) => ({ resource, column: column.name, isAsked: 'onDelete' in column.field && column.field.onDelete === 'ask' })),
    );

  function build({ resource, hooks = {} }: Declared, origin: Origin): Running {
    if (origin === 'runtime' && !tables.isAllowed(resource.table))
      throw new Error(`${resource.name}: the table ${resource.table} is none of those that sections designed at run time may use`);
    return runResource(resource, hooks, {
      ports,
      other,
      referrers: () => referrersOf(resource.name),
      contextOf: (name) => byName.get(name)?.context,
    });
  }

  /** Everything that can fail comes first. */
  function swap(out: readonly Running[], into: readonly Running[], origin?: Origin): void {
    const next = new Map(byName);
    // One that is replaced keeps its place.
    const coming = new Set(into.map(({ resource }) => resource.name));
    for (const { resource } of out) if (!coming.has(resource.name)) next.delete(resource.name);
    for (const engine of into) next.set(engine.resource.name, engine);
    checkGraph([...next.values()].map(({ resource }) => resource));
    routes.swap(out, into);
    byName = next;
    for (const { resource } of out) origins.delete(resource.name);
    for (const { resource } of into) if (origin) origins.set(resource.name, origin);
  }

  function registerAll(declared: readonly Declared[], origin: Origin): readonly Running[] {
    const names = declared.map(({ resource }) => resource.name);
    const taken = names.find((name, index) => byName.has(name) || names.indexOf(name) < index);
    if (taken !== undefined) throw new Error(`The resource ${taken} exists already`);
    const engines = declared.map((one) => build(one, origin));
    swap([], engines, origin);
    if (origin === 'shipped') for (const { resource } of declared) shipped.set(resource.name, resource);
    return engines;
  }

  function living(name: string, life: Life): Running {
    const { resource, context } = other(name);
    if (!shipped.get(name)?.life) throw new Error(`${name} is no resource of the program whose records have a life`);
    return build({ resource: { ...resource, life }, hooks: context.hooks }, 'shipped');
  }

  const takenEvents = (name: string, life: Life): readonly string[] => routes.takenEvents(other(name), living(name, life));

  return {
    registerAll: (declared, origin) => void registerAll(declared, origin),
    register(resource, { origin, hooks }) {
      const [engine] = registerAll([{ resource, hooks }], origin);
      return engine as Running;
    },
    replace(resource, { origin, hooks }) {
      const old = other(resource.name);
      if (origins.get(resource.name) !== origin) throw new Error(`The resource ${resource.name} is of another origin`);
      const engine = build({ resource, hooks }, origin);
      swap([old], [engine], origin);
      return engine;
    },
    exchange(names, declared) {
      const coming = declared.map(({ resource }) => resource.name);
      const going = [...new Set([...names, ...coming])].flatMap((name) => byName.get(name) ?? []);
      const foreign = going.find(({ resource }) => origins.get(resource.name) !== 'runtime');
      if (foreign) throw new Error(`The resource ${foreign.resource.name} is of another origin`);
      swap(
        going,
        declared.map((one) => build(one, 'runtime')),
        'runtime',
      );
    },
    relive(lives) {
      const wanted = [...shipped.values()].flatMap(({ name, life }) => {
        const [running, next] = [byName.get(name), life && (lives.get(name) ?? life)];
        return running && next && !isSameValue(running.resource.life, next) ? [living(name, next)] : [];
      });
      if (wanted.length === 0) return;
      swap(
        wanted.map(({ resource }) => other(resource.name)),
        wanted,
        'shipped',
      );
    },
    checkLife(name, life) {
      const [taken] = takenEvents(name, life);
      if (taken !== undefined) throw new Error(`The event ${taken} of ${name} stands in the place of another call`);
    },
    takenEvents,
    shippedAs: (name) => shipped.get(name),
    check(...coming) {
      for (const resource of coming) build({ resource }, 'runtime');
      const names = new Set(coming.map(({ name }) => name));
      checkGraph([...[...byName.values()].map((one) => one.resource).filter(({ name }) => !names.has(name)), ...coming]);
    },
    unregister(...names) {
      const going = names.flatMap((name) => byName.get(name) ?? []);
      const rest = [...byName.values()].map(({ resource }) => resource);
      const [referrer] = referrersTo(new Set(going.map(({ resource }) => resource.name)), rest);
      if (referrer !== undefined) throw new Error(`${referrer} has fields that name records of ${names.join(', ')}`);
      swap(going, []);
    },
    get: (name) => byName.get(name),
    originOf: (name) => (byName.has(name) ? origins.get(name) : undefined),
    all: () => [...byName.values()],
    importTable: (name) => tables.import(name),
    forget: () => byName.forEach((running) => running.forget()),
  };
}
