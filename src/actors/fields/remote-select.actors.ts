import { fromPromise } from 'xstate';
import { decodeRecord } from '#api/contract/table/record-codec';
import { openResource } from './open-resource.ts';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { fieldOfKind, type Resource } from '#domain/table/resource';
import type { Language } from '#domain/base/language';
import { titleKey } from '#domain/table/title-key';
import { remoteSelectMachine, type RemoteOption } from '#machines/fields/remote-select.machine';
import type { RecordFormPorts } from '../table/record-form.actors.ts';

type WireRow = Readonly<Record<string, unknown>>;

/** What the server draws in front of the names in a tree; our lists indent by themselves. Source: wire protocol §4.6. */
const DRAWN_PREFIX = /^[\s\u00a0]*[│├└][\s\u00a0│├└]*/u;

type Ports = Pick<RecordFormPorts, 'call'> & { readonly resourceOf?: (name: string) => Resource | Promise<Resource> } & {
  readonly language: () => Language;
};

/** Reads the options of remote selects. Replies may cross: none is cancelled, the machine listens to the newest only. Source: wire protocol §4.5. */
export const remoteSelectLogic = ({ call, resourceOf = openResource, language }: Ports): typeof remoteSelectMachine =>
  remoteSelectMachine.provide({
    actors: {
      loadOptions: fromPromise(async ({ input: { of, text, page, value } }) => {
        const resource = await resourceOf(of);
        const preset = value === null ? {} : { initKey: 'id', initValue: String(value) };
        const input = { select: true, quickSearch: text, page, ...preset };
        const { options: rows, list, total = 0 } = await call(resourceEndpoints(resource).list, input, { duplicates: 'allowed' });
        const options = optionsFrom(resource, rows ?? list ?? [], language());
        // A tree has no pages: what is not told with the first answer is found by searching alone.
        return resource.tree ? { options, total: 0, untold: Math.max(0, total - options.length) } : { options, total, untold: 0 };
      }),
    },
  });

/**
 * Options in the order they came; in a tree parents come before their children, and a row whose parent is missing stands at the top.
 * @param isOrdered false where a parent may still come: then every option keeps its parent's id
 */
export function optionsFrom(resource: Resource, rows: readonly WireRow[], language: Language, isOrdered = true): RemoteOption[] {
  const parentKey = fieldOfKind(resource, 'parent');
  const options: RemoteOption[] = [];
  for (const row of rows) {
    const { values } = decodeRecord(resource.fields, row);
    const { id } = values;
    if (typeof id !== 'number') continue;
    const parentId = parentKey === undefined ? null : values[parentKey];
    const parent = parentKey === undefined ? undefined : options.find((option) => option.value === parentId);
    const title = values[titleKey(resource, values, language)];
    options.push({
      value: id,
      label: typeof title === 'string' ? title.replace(DRAWN_PREFIX, '') : `#${id}`,
      parentId: parent?.value ?? (!isOrdered && typeof parentId === 'number' ? parentId : null),
      depth: parent ? parent.depth + 1 : 0,
    });
  }
  return options;
}
