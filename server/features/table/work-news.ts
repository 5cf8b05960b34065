import { FailureError } from '#domain/base/failure';
import type { AdminCaller } from '../../base/caller.ts';
import type { LogFields } from '../../base/logger.ts';
import { FieldsRefused, RowsRefused } from '../../base/refusal.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { ExportDownload } from '../../resources/files/export-list.ts';
import type { Imported, ImportWish } from '../../resources/files/import-rows.ts';
import { tellLater, type News } from '../base/tell-admin.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'jobs' | 'encryptor' | 'logger'>;

/** A file of fewer records is there before anybody has looked away. */
const TOLD_EXPORT_ROWS = 1_000;

/** Tells whoever has begun long work with a list how it ended: they may have left the page meanwhile. What a program does, its owner does not wait for. */
export interface WorkNews {
  imported(resource: string, wish: ImportWish, caller: AdminCaller, work: Promise<Imported>): Promise<Imported>;
  exported(resource: string, caller: AdminCaller, file: ExportDownload): ExportDownload;
}

const isCancelled = (error: unknown): boolean =>
  error instanceof FailureError && error.failure.kind === 'rejected' && error.failure.message === 'refusals.cancelled';

/** By which rule, never what stood in the file. Whatever is no refusal has a line of its own, as of any call. */
function whyRefused(error: unknown): LogFields {
  if (error instanceof RowsRefused) {
    const [row, refusal] = [...error.refusals].toSorted(([one], [other]) => one - other)[0] ?? [];
    return { refusedRows: error.refusals.size, firstRow: row, ...whyRefused(refusal) };
  }
  if (error instanceof FieldsRefused) {
    const [[field, issue] = []] = Object.entries(error.issues);
    return { field, reason: issue?.key };
  }
  return { reason: error instanceof FailureError && error.failure.kind === 'rejected' ? error.failure.message : 'unexpected' };
}

export function workNews(ports: Ports): WorkNews {
  const tell = async (caller: AdminCaller, news: News): Promise<void> => {
    if (!caller.program) await tellLater(ports, caller.id, news, caller.client.language);
  };
  return {
    async imported(resource, { isDryRun, rows }, caller, work) {
      if (isDryRun) return work;
      try {
        const imported = await work;
        await tell(caller, { name: 'importDone', resource, params: { count: imported.count } });
        return imported;
      } catch (error) {
        // The page shows the reasons while it is open, and nothing keeps them: of whoever left it the log can still tell why.
        if (!isCancelled(error))
          ports.logger.info('import.refused', { section: resource, adminId: caller.id, rows: rows.length, ...whyRefused(error) });
        await tell(caller, { name: isCancelled(error) ? 'importCancelled' : 'importFailed', resource });
        throw error;
      }
    },

    exported(resource, caller, file) {
      if (file.rows < TOLD_EXPORT_ROWS) return file;
      const told = (name: 'exportDone' | 'exportFailed'): Promise<void> => tell(caller, { name, resource, params: { count: file.rows } });
      return { ...file, body: ended(file.body, told) };
    },
  };
}

/** The same stream; says how it ended, unless its reader has gone. */
function ended(body: ReadableStream<Uint8Array>, tell: (name: 'exportDone' | 'exportFailed') => Promise<void>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await reader.read();
          if (!next.done) return controller.enqueue(next.value);
        } catch (error) {
          await tell('exportFailed');
          throw error;
        }
        await tell('exportDone');
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
