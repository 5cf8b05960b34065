import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { resourceFileEndpoints } from '#api/contract/table/resource-files';
import { listInput } from '#api/list-input';
import { wireNameOf } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { exportMachine } from '#machines/table/export.machine';

export interface ExportPorts {
  readonly call: Call;
  /** @throws when there is no resource of that name */
  readonly resourceOf: (name: string) => Resource;
  /** Lets the browser save a file. */
  readonly saveFile: (name: string, content: Blob) => void;
}

/** Downloads with their effects. Leaving the download gives the call up. */
export const exportLogic = ({ call, resourceOf, saveFile }: ExportPorts): typeof exportMachine =>
  exportMachine.provide({
    actors: {
      download: fromPromise(async ({ input: { wish, owner }, signal }) => {
        const resource = resourceOf(wish.resource);
        const { page: _page, limit: _limit, ...query } = { page: 1, limit: 1, ...listInput(resource, wish.query) };
        const columns = wish.columns.map((key) => wireNameOf(key, resource.fields[key])).join(',');
        const input = { ...query, format: wish.format, columns, ...(wish.scope === 'chosen' && { ids: wish.ids.join(',') }) };
        const { name, blob, rows } = await call(resourceFileEndpoints(resource).exportList, input, {
          signal,
          duplicates: 'allowed',
          onReceived: ({ bytes, rows }) => owner.send({ type: 'download.advanced', bytes, rows }),
        });
        saveFile(name, blob);
        return { name, rows, sizeBytes: blob.size };
      }),
    },
  });
