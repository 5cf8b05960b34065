import { wireNameOf } from '#domain/fields/field';
import { hasCall, type Resource, type ResourceCall } from '#domain/table/resource';
import type { AdminCaller, Writer } from '../../base/caller.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { mayListOf } from '../../resources/access/permissions.ts';
import { tableLabel } from '../../resources/base/section-label.ts';
import type { Resources } from '../../resources/registry.ts';

type All = Pick<Resources, 'all'>;
type Words = Pick<ServerPorts, 'messages'>;

/** `auth.Admin` → `auth/Admin`: how rules name a section. Other servers of the family append `.php`. */
const controllerOf = ({ controller }: Pick<Resource, 'controller'>): string => controller.replaceAll('.', '/');
const asPath = (text: string): string =>
  text
    .trim()
    .replace(/\.php$/iu, '')
    .replaceAll(/[.\\]/gu, '/')
    .toLowerCase();

const openTo = (resources: All, caller: Writer): readonly Resource[] =>
  resources
    .all()
    .map(({ resource }) => resource)
    .filter((resource) => mayListOf(resource, caller));

/** What a rule can be about: sections that the caller may open, with the call that the rule looks at. Source: wire protocol §5.14, §5.16. */
export function ruleChoices({ messages }: Words, resources: All, call: ResourceCall, caller: AdminCaller) {
  const fit = openTo(resources, caller).filter(
    (resource) => hasCall(resource, call) && resource.bin !== 'never' && resource.images !== 'never',
  );
  return {
    sections: fit.map((resource) => ({ controller: controllerOf(resource), resource: resource.name })),
    controllers: Object.fromEntries(fit.map((resource) => [controllerOf(resource), controllerOf(resource)])),
    tables: Object.fromEntries(fit.map((resource) => [resource.table, tableLabel(resource, messages, caller.client.language)])),
  };
}

interface Written {
  readonly controller?: string;
}

/** What a rule says of its section follows from the controller. @throws FieldsRefused for one that is not there for the caller */
export function aboutSection(resources: All, { controller }: Written, caller: Writer) {
  if (controller === undefined) return {};
  const resource = openTo(resources, caller).find((one) => controllerOf(one).toLowerCase() === asPath(controller));
  if (!resource) throw new FieldsRefused({ controller: { key: 'refusals.safety.unknownController' } });
  const id = Object.entries(resource.fields).find(([, field]) => field.kind === 'id');
  return {
    controller: controllerOf(resource),
    controllerAs: controllerOf(resource).toLowerCase(),
    resource: resource.name,
    dataTable: resource.table,
    primaryKey: id ? wireNameOf(...id) : 'id',
    connection: '',
  };
}

export const findSection = (resources: All, name: string): Resource | undefined =>
  resources.all().find(({ resource }) => resource.name === name)?.resource;
