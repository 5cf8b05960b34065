import { hasCall, type Resource } from '#domain/table/resource';

type Attributes = Readonly<Record<string, unknown>> | readonly unknown[] | string;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/**
 * The resource whose records a setting offers, told by the address among the attributes of its input.
 * @param resources all that there are
 * @returns undefined where the address is none of a section here, or where records are told by another column than their id
 * Source: wire protocol §4.5, §9.4.
 */
export function sectionOfSetting(resources: readonly Resource[], attributes: Attributes): string | undefined {
  if (typeof attributes === 'string' || Array.isArray(attributes)) return undefined;
  const { remoteUrl, 'remote-url': oldRemoteUrl, pk } = attributes as Readonly<Record<string, unknown>>;
  const controller = /^\/?(?:admin\/)?([\w.]+)(?:\/index)?\/?$/u.exec(textOf(remoteUrl) || textOf(oldRemoteUrl))?.[1];
  if (!/^(?:(?:\w+\.)?id)?$/u.test(textOf(pk))) return undefined;
  return resources.find((one) => one.controller === controller && hasCall(one, 'list'))?.name;
}
