import { fireEvent, screen } from '@testing-library/react';
import { createEmptyActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import { designOriginsMachine, type Origins } from '#machines/designer/design-origins.machine';
import { done, failed } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { OriginDialog } from '#ui/admin/designer/start/OriginDialog.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { inApp, startKitMessages } from '../../kit/support.tsx';
import { press, shows } from '#tests/machines/support/presses.ts';

await startKitMessages('en');
await loadMessages(['designer']);

const table = { table: 'customers', comment: 'Everybody', rows: 10_000, hasMore: true, columns: 3, left: 1, reason: '' };
const tables: Origins = { door: 'table', list: [table, { ...table, table: 'by_code', reason: 'Its key is another' }] };
const logged = {
  section: 'ticket',
  label: { en: 'Tickets' },
  table: 'x_ticket',
  revision: 0,
  error: 'Why not',
  admin: 'Ann',
  createTime: 0,
};
const log: Origins = { door: 'log', list: [{ ...logged, id: 7, status: 'error' }], hasMore: true };
const program: Origins = { door: 'section', list: [{ name: 'goods', label: { en: 'Goods' }, fields: 18 }] };
const design = blankDesign('customers');
const refused = (fields?: Readonly<Record<string, string>>) =>
  new FailureError({ kind: 'rejected', code: 0, message: 'not so', ...(fields && { fields }) });

describeView(
  {
    machine: designOriginsMachine,
    inputs: [{ owner: createEmptyActor() }],
    events: [
      { type: 'origin.requested', door: 'table' },
      { type: 'origin.requested', door: 'statement' },
      { type: 'origin.requested', door: 'log' },
      { type: 'origin.requested', door: 'section' },
      { type: 'origin.retried' },
      { type: 'table.chosen', table: 'customers' },
      { type: 'log.chosen', id: 7 },
      { type: 'section.chosen', name: 'goods' },
      { type: 'statement.typed', text: 'create table t (id int)' },
      { type: 'statement.confirmed' },
      { type: 'origin.accepted' },
      { type: 'origin.returned' },
      { type: 'origin.cancelled' },
      done('loadOrigins', tables),
      done('loadOrigins', log),
      done('loadOrigins', program),
      failed('loadOrigins', refused()),
      done('readOrigin', { is: 'design', design, left: [{ column: 'secret', reason: 'Too odd' }] }),
      failed('readOrigin', refused({ sql: 'Line 1: no' })),
      failed('readOrigin', refused()),
      done('keepDraft'),
    ],
    // A list is that of the door, typing what stands there types nothing.
    only: ({ context }, event) => {
      if (event.type === 'xstate.done.actor.loadOrigins') return 'output' in event && (event.output as Origins).door === context.door;
      return event.type !== 'statement.typed' || context.sql === '';
    },
    view: ({ context: { door, origins, sql, found, failure } }) => [door, origins?.door, sql, found !== null, failure],
  },
  (actor) => inApp(<OriginDialog origins={actor} />),
  {
    'origin.retried': press('Try again'),
    'table.chosen': press(/^customers/u),
    'log.chosen': press(/^Tickets/u),
    'section.chosen': press(/^Goods/u),
    'statement.typed': async () => {
      fireEvent.change(screen.getByLabelText('Statement'), { target: { value: 'create table t (id int)' } });
    },
    'statement.confirmed': press('Read it'),
    'origin.accepted': press('Start designing'),
    'origin.returned': press('Back'),
  },
  {
    // What is wrong with a statement stands at it, and everything else above; what cannot be taken says why, and cannot be pressed.
    seen: (snapshot) => {
      const { door, failure } = snapshot.context;
      if (snapshot.matches('closed')) return !shows('Begin with a table');
      if (snapshot.matches({ open: 'told' })) return shows('secret') && shows('Too odd');
      if (snapshot.matches({ open: 'unavailable' })) return shows('It could not be read') && shows('not so');
      if (snapshot.matches({ open: 'choosing' }) && door === 'table') {
        const closed = screen.getByRole('button', { name: /^by_code/u });
        const isTold = shows('Its key is another') && shows('Records: more than 10000 · Fields: 3 · Columns left out: 1');
        return isTold && closed.hasAttribute('disabled') && shows('A design cannot begin with this') === (failure !== null);
      }
      if (snapshot.matches({ open: 'choosing' }) && door === 'section') return shows('goods') && shows(/Fields: 18$/u);
      if (snapshot.matches({ open: 'choosing' })) return shows('Refused') && shows('Why not') && shows(/these are the newest 1\.$/u);
      if (!snapshot.matches({ open: 'writing' })) return true;
      const isOfField = failure?.kind === 'rejected' && failure.fields !== undefined;
      return shows('Line 1: no') === isOfField && shows('A design cannot begin with this') === (failure !== null && !isOfField);
    },
  },
);
