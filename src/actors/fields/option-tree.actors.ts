import { fromPromise } from 'xstate';
import type { Resource } from '#domain/table/resource';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { openResource } from './open-resource.ts';
import type { Language } from '#domain/base/language';
import { MAX_PAGE_SIZE } from '#domain/table/resource-query';
import { optionTreeMachine } from '#machines/fields/option-tree.machine';
import type { RecordFormPorts } from '../table/record-form.actors.ts';
import { optionsFrom } from './remote-select.actors.ts';

type Ports = Pick<RecordFormPorts, 'call'> & { readonly resourceOf?: (name: string) => Resource | Promise<Resource> } & {
  readonly language: () => Language;
};

/** Reads a whole section as choices, parents before their children. Source: wire protocol §4.6, "`0` or '' = flat"; §5.3. */
export const optionTreeLogic = ({ call, resourceOf = openResource, language }: Ports): typeof optionTreeMachine =>
  optionTreeMachine.provide({
    actors: {
      loadOptions: fromPromise(async ({ input: { of, isWithoutOwn }, signal }) => {
        const resource = await resourceOf(of);
        const query = { isTree: '0', limit: MAX_PAGE_SIZE, ...(isWithoutOwn && { absoluteAuth: '1' }) };
        const { list = [], total = 0 } = await call(resourceEndpoints(resource).list, query, { signal, duplicates: 'allowed' });
        const names = new Map(list.flatMap(({ id, name }) => (typeof name === 'string' ? [[Number(id), name] as const] : [])));
        const options = parentsFirst(optionsFrom(resource, list, language(), false)).map(({ value, parentId, label }) => ({
          id: value,
          parentId,
          title: label,
          ...(names.has(value) && { name: names.get(value) ?? '' }),
        }));
        return { options, untold: Math.max(0, total - options.length) };
      }),
    },
  });

interface Placed {
  readonly value: number;
  readonly parentId: number | null;
}

/** In reading order; what hangs on nothing that is there stands at the top. */
function parentsFirst<T extends Placed>(options: readonly T[]): T[] {
  const ids = new Set(options.map(({ value }) => value));
  const placed = options.map((option) => ({
    ...option,
    parentId: option.parentId !== null && ids.has(option.parentId) ? option.parentId : null,
  }));
  const walk = (parentId: number | null): T[] =>
    placed.filter((option) => option.parentId === parentId).flatMap((option) => [option, ...walk(option.value)]);
  return walk(null);
}
