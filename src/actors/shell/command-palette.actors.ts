import { from, mergeMap } from 'rxjs';
import { fromCallback } from 'xstate';
import type { Call } from '#api/client';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { listInput } from '#api/list-input';
import { requireResource } from '../base/resource-book.ts';
import { FailureError } from '#domain/base/failure';
import { matchRank } from '#domain/base/match-rank';
import { recordHref, withRecent, type PaletteFinds, type PaletteSection } from '#domain/shell/palette';
import { EMPTY_QUERY } from '#domain/table/resource-query';
import { flatten } from '#domain/table/row';
import type { Language } from '#domain/base/language';
import { titleKey } from '#domain/table/title-key';
import { commandPaletteMachine } from '#machines/shell/command-palette.machine';
import { decodeRows } from '../table/decode-rows.ts';
import { readSlice, STORAGE_KEY, writeSlice, type Slice } from '../base/persistence.ts';
import type { AppPorts } from '../base/ports.ts';

export interface CommandPalettePorts extends Pick<AppPorts, 'storage' | 'page'> {
  readonly call: Call;
  readonly language: () => Language;
}

/** What the palette's view finds beside its machine. */
export interface PaletteBundle {
  readonly palette: typeof commandPaletteMachine;
  /** Ids of what a person chose lately, the newest first. */
  readonly recentOf: (person: number) => readonly string[];
}

const RECENT: Slice = { key: STORAGE_KEY.palette, version: 1 };
const MAX_RECORDS = 5;
/** A server with an embedded database answers one question at a time. */
const QUESTIONS_AT_ONCE = 3;

function storedRecent(storage: AppPorts['storage']): Readonly<Record<string, readonly string[]>> {
  const stored = readSlice(storage, RECENT);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).map(([person, ids]) => [
      person,
      Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [],
    ]),
  );
}

/** The first few records of a section; a refusal is no failure: there is nothing to see. */
async function findRecords(
  { call, language }: Pick<CommandPalettePorts, 'call' | 'language'>,
  text: string,
  { resource: name, path }: PaletteSection,
  signal: AbortSignal,
): Promise<PaletteFinds> {
  const resource = requireResource(name);
  const query = { ...EMPTY_QUERY, limit: MAX_RECORDS, quickSearch: text.trim() };
  try {
    const { list } = await call(resourceEndpoints(resource).list, listInput(resource, query), { signal, duplicates: 'allowed' });
    const rows = flatten(decodeRows(resource.fields, list ?? [])).slice(0, MAX_RECORDS);
    const records = rows.map((row) => {
      const named = row[titleKey(resource, row, language())];
      const title = typeof named === 'string' && named !== '' ? named : `#${row.id}`;
      return { id: row.id, title, href: recordHref(resource, path, { id: row.id, title }) };
    });
    // What was found by another field than the title comes last.
    const rankOf = (record: { readonly title: string }) => matchRank(text, record.title) ?? 3;
    return { resource: name, records: records.sort((a, b) => rankOf(a) - rankOf(b)) };
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'rejected') return { resource: name, records: [] };
    throw error;
  }
}

/** Asks sections for records, a few at a time, and keeps what was chosen. */
export function paletteBundle({ call, language, storage, page }: CommandPalettePorts): PaletteBundle {
  const recentOf = (person: number) => storedRecent(storage)[person] ?? [];
  return {
    recentOf,
    palette: commandPaletteMachine.provide({
      actors: {
        searchRecords: fromCallback(({ input: { text, sections }, sendBack }) => {
          const leaving = new AbortController();
          let lostCount = 0;
          const ask = async (section: PaletteSection): Promise<void> => {
            try {
              sendBack({ type: 'records.found', finds: await findRecords({ call, language }, text, section, leaving.signal) });
            } catch (error) {
              if (!(error instanceof FailureError)) page.reportDefect(error);
              lostCount += 1;
            }
          };
          const asking = from(sections)
            .pipe(mergeMap(ask, QUESTIONS_AT_ONCE))
            .subscribe({ complete: () => sendBack({ type: 'records.ended', lostCount }) });
          return () => {
            asking.unsubscribe();
            leaving.abort();
          };
        }),
      },
      actions: {
        remember: (_, { person, id }) => {
          try {
            writeSlice(storage, RECENT, { ...storedRecent(storage), [person]: withRecent(recentOf(person), id) });
          } catch {
            page.log('not stored: what was chosen in the palette');
          }
        },
      },
    }),
  };
}
