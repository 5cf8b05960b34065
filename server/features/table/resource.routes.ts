import { boardEndpoint, eventEndpoint, lifeEndpoint, offersEndpoint, placeEndpoint } from '#api/contract/table/life-endpoints';
import { nodeOf } from '#api/contract/base/endpoint';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceFileEndpoints } from '#api/contract/table/resource-files';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { rejection } from '#domain/base/failure';
import { rightsOf, type LifeEvent } from '#domain/life/life';
import { bulkFields } from '#domain/table/bulk';
import { canImport } from '#domain/table/import-file';
import { canExport, hasCall, type Resource, type ResourceCall } from '#domain/table/resource';
import { keyOfPath } from '../../routing/call-path.ts';
import { mountFile, mountForAdmin } from '../../routing/mount.ts';
import type { MountedEndpoint, RouteTable } from '../../routing/route-table.ts';
import type { ResourceEngine } from '../../resources/define-resource.ts';
import type { ResourceRoutes } from '../../resources/registry.ts';
import { runningImports } from './running-imports.ts';
import type { WorkNews } from './work-news.ts';

/** The calls that some declaration has by itself. */
const describedCalls = (resource: Resource) => ({
  own: resourceEndpoints(resource),
  writes: resourceWriteEndpoints(resource),
  life: resource.life && {
    stand: lifeEndpoint(resource),
    offers: offersEndpoint(resource),
    board: boardEndpoint(resource),
    place: placeEndpoint(resource),
    events: Object.entries(resource.life.events)
      .filter(([, { right }]) => right !== 'none')
      .map(([event, described]) => [event, eventEndpoint(resource, event, described)] as const),
  },
});

const described = new WeakMap<Resource, ReturnType<typeof describedCalls>>();

/**
 * Described once for each declaration, which nobody changes: the descriptions of all shipped sections together are some thousand schemas, and
 * took most of what a server makes of itself. A process that mounts the same declarations again has them.
 */
function callsOf(resource: Resource): ReturnType<typeof describedCalls> {
  const calls = described.get(resource) ?? describedCalls(resource);
  described.set(resource, calls);
  return calls;
}

/** What an endpoint of its own takes and tells beyond the common one, the section's hooks know. */
const endpointsOf = (engine: ResourceEngine): ReturnType<typeof resourceEndpoints> => ({
  ...callsOf(engine.resource).own,
  ...(engine.endpoints as Partial<ReturnType<typeof resourceEndpoints>>),
});

/** The calls of a resource: all, or those it declares. Without a weight there is nothing to sort. */
function mountResource(table: Pick<RouteTable, 'add'>, engine: ResourceEngine, news: WorkNews): void {
  const { list, read, add, save, remove, sort } = endpointsOf(engine);
  const { writes } = callsOf(engine.resource);
  const has = (call: ResourceCall): boolean => hasCall(engine.resource, call);
  if (has('list')) mountForAdmin(table, list, (query, caller) => engine.list(query, caller));
  if (canExport(engine.resource))
    mountFile(table, resourceFileEndpoints(engine.resource).exportList, async (query, caller) =>
      news.exported(engine.resource.name, caller, await engine.exportList(query, caller)),
    );
  if (has('read')) mountForAdmin(table, read, ({ id }, caller) => engine.read(id, caller));
  if (has('add')) mountForAdmin(table, add, (row, caller) => engine.add(row, caller));
  if (has('save')) mountForAdmin(table, save, (row, caller) => engine.save(row, caller));
  if (has('remove')) mountForAdmin(table, remove, (request, caller) => engine.remove(request, caller));
  if (has('sort')) mountForAdmin(table, sort, (move, caller) => engine.sort(move, caller));
  if (bulkFields(engine.resource).length > 0) mountForAdmin(table, writes.saveMany, (wish, caller) => engine.saveMany(wish, caller));
  if (canImport(engine.resource)) mountImport(table, engine, news);
  mountLife(table, engine);
  if (has('save') || has('remove')) mountForAdmin(table, writes.undo, (write, caller) => engine.undo(write, caller));
}

function mountImport(table: Pick<RouteTable, 'add'>, engine: ResourceEngine, news: WorkNews): void {
  const { importRows, cancelImport } = callsOf(engine.resource).writes;
  const imports = runningImports();
  mountForAdmin(table, importRows, (wish, caller) =>
    news.imported(
      engine.resource.name,
      wish,
      caller,
      imports.during(caller, (stop) => engine.importRows(wish, caller, stop)),
    ),
  );
  mountForAdmin(
    table,
    cancelImport,
    async (_, caller) => {
      const { key } = caller.idempotencyKey ?? {};
      if (key === undefined) throw rejection('refusals.import.keyWanted');
      return { isCancelled: await engine.cancelImport(key, caller) };
    },
    (tokens, key) => imports.stop(tokens, key),
  );
}

/** The calls of a life: where a record stands, and one for each event that somebody may send. */
function mountLife(table: Pick<RouteTable, 'add'>, engine: ResourceEngine): void {
  const { life } = callsOf(engine.resource);
  if (!life) return;
  mountForAdmin(table, life.stand, ({ id }, caller) => engine.readLife(id, caller));
  mountForAdmin(table, life.offers, ({ ids }, caller) => engine.readOffers(ids, caller));
  mountForAdmin(table, life.board, (query, caller) => engine.readBoard(query, caller));
  mountForAdmin(table, life.place, (wish, caller) => engine.place(wish, caller));
  for (const [event, call] of life.events)
    mountForAdmin(table, call, ({ ids, version, comment, ...values }, caller) =>
      engine.send(event, { ids, version, comment, values }, caller),
    );
}

/** Events of a resource that answer at the address of another call, or whose right would let somebody into another call. */
function takenEvents({ resource }: ResourceEngine, all: readonly MountedEndpoint[]): readonly string[] {
  const isTaken = ([event, described]: readonly [string, LifeEvent]): boolean => {
    const { method, path } = eventEndpoint(resource, event, described);
    const nodes = rightsOf({ events: { [event]: described } }).map((action) => nodeOf(eventEndpoint(resource, action, { right: 'own' })));
    const isOwn = ({ endpoint }: MountedEndpoint): boolean => endpoint.method === method && endpoint.path === path;
    const others = all.filter((mounted) => !isOwn(mounted));
    return (
      others.some(({ endpoint }) => endpoint.method === method && keyOfPath(endpoint.path) === keyOfPath(path)) ||
      all.filter(isOwn).length > 1 ||
      others.some(({ node }) => nodes.includes(node))
    );
  };
  return Object.entries(resource.life?.events ?? {}).flatMap(([event, described]) => (isTaken([event, described]) ? [event] : []));
}

/** Mounts the calls of resources as they come, and takes away what it has mounted for those that go. */
export function resourceRoutes(table: RouteTable, news: WorkNews): ResourceRoutes {
  const mountedFor = new Map<ResourceEngine, readonly MountedEndpoint[]>();
  const mountedOf = (engines: readonly ResourceEngine[]) => engines.flatMap((engine) => mountedFor.get(engine) ?? []);
  const mountedBy = (engine: ResourceEngine): readonly MountedEndpoint[] => {
    const own: MountedEndpoint[] = [];
    mountResource({ add: (mounted) => void own.push({ ...mounted, section: engine.resource }) }, engine, news);
    return own;
  };
  return {
    takenEvents(out, into) {
      const going = new Set(mountedOf([out]));
      return takenEvents(into, [...table.all().filter((mounted) => !going.has(mounted)), ...mountedBy(into)]);
    },
    swap(out, into) {
      const added = into.map((engine) => [engine, mountedBy(engine)] as const);
      table.swap(
        mountedOf(out),
        added.flatMap(([, own]) => own),
      );
      for (const engine of out) mountedFor.delete(engine);
      for (const [engine, own] of added) mountedFor.set(engine, own);
    },
  };
}
