import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { FailureError } from '#domain/base/failure';
import { wireNameOf } from '#domain/fields/field';
import { importableFields, matchColumns, type ColumnMatch } from '#domain/table/import-file';
import type { Resource } from '#domain/table/resource';
import type { ImportTask } from '#machines/table/import.vocabulary';
import { importMachine } from '#machines/table/import.machine';
import type { FilesPort } from '../base/ports.ts';
import type { Sheet } from './read-sheet.ts';
import { sheetTemplate } from './sheet-template.ts';

export interface ImportPorts {
  readonly call: Call;
  readonly files: Pick<FilesPort, 'read'>;
  /** @throws when there is no resource of that name */
  readonly resourceOf: (name: string) => Resource;
  /** Lets the browser save a file. */
  readonly saveFile: (name: string, content: Blob) => void;
}

const SHOWN_ROWS = 3;

/** Imports with their effects. The file is read anew for each step, so that no machine holds its rows. */
export function importLogic({ call, files, resourceOf, saveFile }: ImportPorts): typeof importMachine {
  /** What takes files apart comes with the first one. */
  const sheetOf = async ({ file }: Pick<ImportTask, 'file'>): Promise<Sheet> => {
    const { readSheet } = await import('./read-sheet.ts');
    return readSheet(files.read(file?.fileId ?? ''));
  };
  return importMachine.provide({
    actors: {
      readFile: fromPromise(async ({ input }) => {
        const { header, rows } = await sheetOf(input);
        const glimpse = { header, firstRows: rows.slice(0, SHOWN_ROWS), rowCount: rows.length };
        return { glimpse, match: matchColumns(resourceOf(input.resource), header, (key) => input.labels[key] ?? key) };
      }),
      verify: fromPromise(async ({ input, signal }) => {
        const resource = resourceOf(input.resource);
        const { lines, rows } = takenOf(await sheetOf(input), input);
        const wish = { ...wishOf(resource, { rows }, input.match), isDryRun: true };
        const { count, refused, refusedRows } = await call(resourceWriteEndpoints(resource).importRows, wish, { signal, quiet: true });
        const keyOf = (name: string): string =>
          importableFields(resource).find((key) => wireNameOf(key, resource.fields[key]) === name) ?? name;
        return {
          count,
          refusedRows,
          refused: refused.map(({ row, field, message }) => ({
            line: lines[row - 1] ?? row,
            field: field === null ? null : keyOf(field),
            typed: field === null ? '' : (wish.rows[row - 1]?.[wish.columns.indexOf(field)] ?? '').trim(),
            message,
          })),
        };
      }),
      importRows: fromPromise(async ({ input, signal }) => {
        const resource = resourceOf(input.resource);
        const { lines, rows } = takenOf(await sheetOf(input), input);
        const wish = { ...wishOf(resource, { rows }, input.match), isDryRun: false };
        try {
          await call(resourceWriteEndpoints(resource).importRows, wish, { signal, idempotencyKey: input.key });
        } catch (error) {
          throw error instanceof FailureError ? atLines(error, lines) : error;
        }
      }),
      cancelImport: fromPromise(({ input: { resource, key }, signal }) =>
        call(resourceWriteEndpoints(resourceOf(resource)).cancelImport, {}, { signal, idempotencyKey: key }),
      ),
      saveRefused: fromPromise(async ({ input }) => {
        const [sheet, { refusedRows }] = await Promise.all([sheetOf(input), import('./refused-rows.ts')]);
        saveFile(`${input.name}.csv`, refusedRows(sheet, input));
      }),
    },
    actions: {
      saveTemplate: (_, { resource, labels, name }) =>
        saveFile(`${name}.csv`, sheetTemplate(importableFields(resourceOf(resource)).map((key) => labels[key] ?? key))),
    },
  });
}

/** The rows of a file without those that are passed over. */
function takenOf({ rows, lines }: Sheet, { leftOut }: Pick<ImportTask, 'leftOut'>): Pick<Sheet, 'rows' | 'lines'> {
  const passed = new Set(leftOut);
  const isTaken = (_: unknown, index: number): boolean => !passed.has(lines[index] ?? 0);
  return { rows: rows.filter(isTaken), lines: lines.filter(isTaken) };
}

/** The matched columns of a file, by the names that the server knows. */
function wishOf(resource: Resource, { rows }: Pick<Sheet, 'rows'>, match: ColumnMatch) {
  const columns = match.flatMap((key, index) => (key === null ? [] : [{ index, name: wireNameOf(key, resource.fields[key]) }]));
  return { columns: columns.map(({ name }) => name), rows: rows.map((cells) => columns.map(({ index }) => cells[index] ?? '')) };
}

/** The server counts the rows that it was sent; people look into their file. */
function atLines(error: FailureError, lines: readonly number[]): FailureError {
  const { failure } = error;
  if (failure.kind !== 'rejected' || !failure.rows) return error;
  const rows = Object.entries(failure.rows).map(([row, message]) => [String(lines[Number(row) - 1] ?? row), message] as const);
  return new FailureError({ ...failure, rows: Object.fromEntries(rows) });
}
