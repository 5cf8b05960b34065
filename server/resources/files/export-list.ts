import type { ExportQuery } from '#api/contract/table/resource-files';
import { nowSeconds } from '../../ports/ports.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { whileLasting } from '../access/lasting-session.ts';
import { readSiteSettings } from '../base/site-settings.ts';
import { localText } from '#domain/base/zone-time';
import type { ResourceContext } from '../base/resource-context.ts';
import { unseenColumns } from '../read/require-queried.ts';
import { csvFile, type FileWriter } from './csv-file.ts';
import { exportColumns } from './export-columns.ts';
import { exportedIds, exportedRecords } from './export-rows.ts';
import { xlsxFile } from './xlsx-file.ts';

/** After so many portions it is seen whether the session goes on. */
const LOOK_EACH = 5;

/** A file on its way to whoever asked for it. */
export interface ExportDownload {
  readonly name: string;
  readonly type: string;
  readonly rows: number;
  /** How many rows are in what has been taken so far, where that can be said. */
  readonly written?: () => number;
  /** Is asked for the next portion only when the last one has been taken. */
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * What a list finds, as a file: with its filters, its order, its data limits and its words, all pages of it.
 * Source: wire protocol §4.1; security.md rules 10, 13–15.
 */
export async function exportList(context: ResourceContext, query: ExportQuery, caller: AdminCaller): Promise<ExportDownload> {
  const { ports, resource } = context;
  const { language } = caller.client;
  const { timeZone } = await readSiteSettings(ports.database.kysely);
  const columns = exportColumns(context, query.columns, { messages: ports.messages, language, timeZone }, unseenColumns(context, caller));
  const title = resource.label?.[language] ?? ports.messages.text(language, `resources.${resource.name}.label`);
  const ids = await exportedIds(context, query, caller);
  const chosen = columns.map(({ column }) => column);
  const writer = query.format === 'csv' ? csvFile(columns) : xlsxFile(columns, title);
  const stamp = localText(nowSeconds(ports), timeZone).replaceAll(/[-:]/gu, '').replace(' ', '-');
  const batches = whileLasting(ports, caller, exportedRecords(context, ids, chosen, caller), LOOK_EACH);
  let written = 0;
  async function* portions(): AsyncGenerator<readonly (readonly ReturnType<(typeof columns)[number]['valueOf']>[])[]> {
    for await (const records of batches) {
      written += records.length;
      yield records.map((record) => columns.map(({ valueOf }) => valueOf(record)));
    }
  }
  return {
    name: `${title}-${stamp}.${query.format}`,
    type: writer.type,
    rows: ids.length,
    written: () => written,
    body: streamOf(writer, portions()),
  };
}

/** What the writer makes of the portions, one at a time. */
export function streamOf(
  writer: FileWriter,
  portions: AsyncGenerator<Parameters<FileWriter['rows']>[0], void, undefined>,
): ReadableStream<Uint8Array> {
  let hasHead = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!hasHead) {
          hasHead = true;
          return controller.enqueue(writer.head());
        }
        // A portion may pack into nothing yet; then the next one is wanted at once.
        for (;;) {
          const next = await portions.next();
          const bytes = next.done ? writer.foot() : writer.rows(next.value);
          if (bytes.byteLength > 0) controller.enqueue(bytes);
          if (next.done) return controller.close();
          if (bytes.byteLength > 0) return;
        }
      },
      async cancel() {
        await portions.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
