import { fromCallback, fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { encodeRecord } from '#api/contract/table/record-codec';
import { listInput } from '#api/list-input';
import { readLifeReport } from '#api/contract/changes/life-figures';
import { boardEndpoint, eventEndpoint, lifeEndpoint, offersEndpoint, placeEndpoint } from '#api/contract/table/life-endpoints';
import { wireNameOf, type AnyRecord } from '#domain/fields/field';
import { PLACE } from '#domain/life/record-life';
import type { Resource } from '#domain/table/resource';
import { lifeActMachine } from '#machines/life/life-act.machine';
import { lifeBoardMachine } from '#machines/life/life-board.machine';
import { lifeReportMachine } from '#machines/life/life-report.machine';
import { reportRows } from '#domain/life/life-report';
import { lifeOffersMachine } from '#machines/life/life-offers.machine';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { recordLifeMachine } from '#machines/life/record-life.machine';

import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';
import { decodeRows } from '../table/decode-rows.ts';

export interface LifePorts {
  readonly call: Call;
  /** @throws when there is no resource of that name */
  readonly resourceOf: (name: string) => Resource;
}

export interface ReportPorts extends Pick<LifePorts, 'call'> {
  readonly nowMs: () => number;
  readonly saveFile: (name: string, content: Blob) => void;
}

const SECONDS_OF_WEEK = 7 * 86_400;

/** Reads where a record stands. */
export const recordLifeLogic = ({ call, resourceOf }: LifePorts): typeof recordLifeMachine =>
  recordLifeMachine.provide({
    actors: {
      loadLife: fromPromise(({ input: { resource, id }, signal }) =>
        call(lifeEndpoint(resourceOf(resource)), { id }, { signal, duplicates: 'allowed' }),
      ),
    },
  });

/** Reads what may be done next with records. */
export const lifeOffersLogic = ({ call, resourceOf }: LifePorts): typeof lifeOffersMachine =>
  lifeOffersMachine.provide({
    actors: {
      loadOffers: fromPromise(async ({ input: { resource, ids }, signal }) => {
        const { records } = await call(offersEndpoint(resourceOf(resource)), { ids: [...ids] }, { signal, duplicates: 'allowed' });
        return records;
      }),
    },
  });

/** Sends an event to records. */
export const lifeActLogic = ({ call, resourceOf }: LifePorts): typeof lifeActMachine =>
  lifeActMachine.provide({
    actors: {
      sendEvent: fromPromise(async ({ input: { resource: name, ids, event, to, version, comment, values, idempotencyKey }, signal }) => {
        const resource = resourceOf(name);
        const options = { signal, idempotencyKey, timeoutMs: ANSWERED_WITHIN_MS };
        if (event === PLACE) {
          await call(placeEndpoint(resource), { ids: [...ids], state: to, comment: comment.trim() }, options);
          return;
        }
        // Which right it asks for is for the server to know.
        const endpoint = eventEndpoint(resource, event, { right: 'own' });
        const said = comment.trim();
        const wish = { ids: [...ids], ...(version !== null && { version }), ...(said !== '' && { comment: said }) };
        await call(endpoint, { ...encodeRecord(resource.fields, byKey(resource, values)), ...wish }, options);
      }),
    },
  });

/** Reads the board, and again when its list was. */
export const lifeBoardLogic = (ports: LifePorts): typeof lifeBoardMachine =>
  lifeBoardMachine.provide({
    actors: {
      lifeAct: lifeActLogic(ports),
      loadBoard: fromPromise(async ({ input: { resource: name, query, more }, signal }) => {
        const resource = ports.resourceOf(name);
        const { page: _page, limit: _limit, ...sought } = listInput(resource, query);
        const { columns } = await ports.call(boardEndpoint(resource), { ...sought, ...more }, { signal, duplicates: 'allowed' });
        return columns.map((column) => ({
          ...column,
          cards: column.cards.flatMap(({ row, ...card }) =>
            decodeRows(resource.fields, [row]).map((decoded) => ({ ...card, row: decoded })),
          ),
        }));
      }),
      hearList: fromCallback(({ input, sendBack }) => {
        const list = input.list as CollectionRef;
        let { rows, query } = list.getSnapshot().context;
        const subscription = list.subscribe(({ context }) => {
          const isOther = context.query !== query;
          const isRead = context.rows !== rows;
          ({ rows, query } = context);
          if (isOther) sendBack({ type: 'board.queryChanged', query });
          else if (isRead) sendBack({ type: 'board.refreshed' });
        });
        return () => subscription.unsubscribe();
      }),
    },
  });

/** Reads how long records stayed in their states, and saves it as a file. */
export const lifeReportLogic = ({ call, nowMs, saveFile }: ReportPorts): typeof lifeReportMachine =>
  lifeReportMachine.provide({
    actors: {
      loadReport: fromPromise(({ input: { resource, weeks }, signal }) =>
        call(readLifeReport, { resource, from: Math.floor(nowMs() / 1000) - weeks * SECONDS_OF_WEEK }, { signal, duplicates: 'allowed' }),
      ),
      saveReport: fromPromise(async ({ input: { resource, report, words } }) => {
        if (!report || !words) return;
        const { default: Papa } = await import('papaparse');
        // Texts that a spreadsheet would run are put behind an apostrophe.
        const text = Papa.unparse(
          reportRows(report, words).map((row) => [...row]),
          { escapeFormulae: true },
        );
        saveFile(`${resource}.csv`, new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }));
      }),
    },
  });

/** Values by field key that stand by wire name. */
const byKey = ({ fields }: Resource, values: AnyRecord): AnyRecord =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      const name = wireNameOf(key, field);
      return Object.hasOwn(values, name) ? [[key, values[name]] as const] : [];
    }),
  );
