import type { Resource } from '#domain/resource';
import type { ServerPorts } from '../ports.ts';
import { runResource, type ResourceEngine } from './define-resource.ts';
import type { ResourceHooks } from './hooks.ts';

type Running = ReturnType<typeof runResource>;

/** All resources that run. One registered later, such as a section designed in the browser, answers at once. */
export interface Resources {
  /** @throws Error when the name or the controller is taken, or the declaration cannot be run */
  register(resource: Resource, hooks?: ResourceHooks): ResourceEngine;
  unregister(name: string): void;
  get(name: string): ResourceEngine | undefined;
  all(): readonly ResourceEngine[];
  /** Drops what is remembered between calls, such as totals. */
  forget(): void;
  /** @throws Error naming a resource that refers to one nobody registered */
  check(): void;
}

export interface ResourceListeners {
  readonly registered: (engine: ResourceEngine) => void;
  readonly unregistered: (engine: ResourceEngine) => void;
}

export function createResources(ports: Pick<ServerPorts, 'database' | 'clock' | 'messages'>, listeners: ResourceListeners): Resources {
  const byName = new Map<string, Running>();

  const other = (name: string): Running => {
    const found = byName.get(name);
    if (!found) throw new Error(`There is no resource ${name}`);
    return found;
  };

  const referrersOf = (name: string) =>
    [...byName.values()].flatMap(({ resource, columns }) =>
      columns.relations
        .filter(({ of, column: { field } }) => of === name && !('outlivesRecord' in field && field.outlivesRecord))
        .map(({ column }) => ({ resource, column: column.name })),
    );

  return {
    register(resource, hooks = {}) {
      if (byName.has(resource.name)) throw new Error(`The resource ${resource.name} exists already`);
      const engine = runResource(resource, hooks, { ports, other, referrers: () => referrersOf(resource.name) });
      listeners.registered(engine);
      byName.set(resource.name, engine);
      return engine;
    },
    unregister(name) {
      const engine = byName.get(name);
      if (!engine) return;
      byName.delete(name);
      listeners.unregistered(engine);
    },
    get: (name) => byName.get(name),
    all: () => [...byName.values()],
    forget: () => byName.forEach((running) => running.forget()),
    check() {
      for (const { columns } of byName.values()) for (const { of } of columns.relations) other(of);
    },
  };
}
