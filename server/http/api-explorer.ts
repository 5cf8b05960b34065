import type { OutputOf } from '#api/contract/base/endpoint';
import { readApiOperation, readApiOperations } from '#api/contract/programs/api-explorer';
import { API_BASE } from '#api/contract/base/wire';
import { jsonSchemaOf } from '#api/contract/base/json-schema';
import { isForPrograms } from '#domain/programs/api-token';
import type { Resource } from '#domain/table/resource';
import type { AdminCaller } from '../base/caller.ts';
import { notFound } from '../base/refusal.ts';
import type { FeatureContext } from '../features/base/feature.ts';
import { may } from '../resources/access/permissions.ts';
import { sectionLabel } from '../resources/base/section-label.ts';
import { eventLabel } from '../resources/life/life-words.ts';
import { mountForAdmin } from '../routing/mount.ts';
import type { MountedEndpoint } from '../routing/route-table.ts';
import { isOfUse } from './calls/programs.ts';
import { toolOf } from './mcp/section-tools.ts';
import { isInBody, parametersOf } from './openapi.ts';

type Context = Pick<FeatureContext, 'table' | 'ports'>;
type Entry = OutputOf<typeof readApiOperations>['list'][number];
type OfSection = MountedEndpoint & { readonly section: Resource };

const isOpen =
  (caller: AdminCaller) =>
  (mounted: MountedEndpoint): mounted is OfSection =>
    mounted.section !== undefined &&
    isForPrograms(mounted.section, mounted.endpoint.method === 'GET') &&
    isOfUse(mounted, (node) => may(caller, node));

const inBoth = (word: (language: 'zh-cn' | 'en') => string) => ({ 'zh-cn': word('zh-cn'), en: word('en') });

/** Describes the calls that a token can open, for whoever tries them: none that the caller could not make themself. */
export function mountApiExplorer({ table, ports }: Context): void {
  const { messages } = ports;
  const eventOf = ({ endpoint, section: resource }: Pick<OfSection, 'endpoint' | 'section'>): Pick<Entry, 'event'> => {
    const { life } = resource;
    const event = endpoint.path.slice(endpoint.path.lastIndexOf('/') + 1);
    if (!life || endpoint.method !== 'POST' || !Object.hasOwn(life.events, event)) return {};
    return { event: inBoth((language) => eventLabel({ resource, ports }, life, event, language)) };
  };
  const entryOf = ({ endpoint, section }: OfSection): Entry => ({
    method: endpoint.method,
    path: API_BASE + endpoint.path,
    section: section.name,
    titles: inBoth((language) => sectionLabel(section, messages, language)),
    summary: endpoint.summary,
    ...eventOf({ endpoint, section }),
  });

  mountForAdmin(table, readApiOperations, (_input, caller) => Promise.resolve({ list: table.all().filter(isOpen(caller)).map(entryOf) }));

  mountForAdmin(table, readApiOperation, ({ method, path }, caller) => {
    const mounted = table
      .all()
      .filter(isOpen(caller))
      .find(({ endpoint }) => endpoint.method === method && API_BASE + endpoint.path === path);
    if (!mounted) throw notFound();
    return Promise.resolve({ ...entryOf(mounted), ...shapeOf(mounted) });
  });
}

function shapeOf(mounted: OfSection): Pick<OutputOf<typeof readApiOperation>, 'parameters' | 'body' | 'answer'> {
  const { endpoint } = mounted;
  const input = jsonSchemaOf(endpoint.input, 'input');
  return {
    parameters: parametersOf(endpoint, input).map(({ name, in: place, required, schema }) => ({
      name,
      place,
      isRequired: required,
      schema,
    })),
    // The contract knows that a record is written; what is in it, its section does.
    body: isInBody(endpoint) ? (toolOf(mounted)?.inputSchema ?? input) : null,
    answer: endpoint.reply === 'file' ? null : jsonSchemaOf(endpoint.output, 'output'),
  };
}
