import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type Transaction } from 'kysely';
import { FailureError } from '#domain/base/failure';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import type { Writer } from '#server/base/caller';
import { FieldsRefused } from '#server/base/refusal';
import type { Tables } from '#server/db/tables/tables';
import type { ResourceContext } from '#server/resources/base/resource-context';
import { validateStep, type LifeWish } from '#server/resources/life/validate-step';
import type { WriteUnit } from '#server/resources/life/write-unit';

/** A life in which every rule of judging can be tried by itself, without a database: what is asked of one is answered by none. */
export const life: Life = {
  field: 'status',
  chart: {
    id: 'tin',
    initial: 'draft',
    states: {
      draft: {
        on: {
          publish: { target: 'on', guard: 'complete', actions: ['stamp', 'who', 'long', 'hello'] },
          given: { target: 'off', actions: ['who'] },
          second: 'held',
          claim: { target: 'held', guard: 'mine' },
          early: { target: 'held', guard: 'open' },
          why: 'told',
          fill: 'told',
          turn: [{ target: 'end', guard: 'never' }, { target: 'ready' }],
          first: 'several',
          other: 'several',
          wide: 'chosen',
          named: 'chosen',
          note: { actions: ['hello'] },
          lone: [{ target: 'late', guard: 'never' }, { target: 'ready' }],
          back: 'off',
        },
        after: { day: { target: 'off', actions: ['who'] } },
      },
      on: { on: { takeOff: 'off', rename: {}, reprice: {} }, meta: { holds: ['priced'], edits: ['title', 'price', 'least'] } },
      off: { on: { again: 'draft' }, meta: { holds: ['notDraft'], edits: ['amount'] } },
      held: {},
      told: {},
      end: {},
      ready: {},
      several: {},
      chosen: {},
      late: {},
    },
  },
  events: {
    publish: { right: 'edit' },
    given: { right: 'none' },
    second: { right: 'edit', second: { days: 2 } },
    claim: { right: 'own' },
    early: { right: 'edit' },
    why: { right: 'edit', asks: { comment: 'required' } },
    fill: { right: 'edit', asks: { fields: ['title'] } },
    turn: { right: 'edit' },
    first: { right: 'edit' },
    other: { right: 'edit' },
    wide: { right: 'edit' },
    named: { right: 'edit', asStatus: true },
    note: { right: 'edit' },
    lone: { right: 'edit', asStatus: true },
    back: { right: 'own', undo: 'again' },
    takeOff: { right: 'edit' },
    rename: { right: 'edit' },
    reprice: { right: 'edit', asks: { fields: ['price'] } },
    again: { right: 'own', undo: 'never' },
  },
  conditions: {
    complete: {
      all: [
        { field: 'price', is: 'filled' },
        { field: 'price', is: 'gt', value: 0 },
      ],
    },
    priced: {
      all: [
        { field: 'price', is: 'egt', other: 'least' },
        { field: 'title', is: 'filled' },
      ],
    },
    notDraft: { field: 'status', is: 'ne', value: 'draft' },
    never: { field: 'title', is: 'eq', value: 'never' },
    mine: { caller: 'owner' },
    open: { hours: [8, 9], weekdays: [7] },
    nowhere: { not: { field: 'amount', is: 'filled' } },
  },
  delays: { day: { seconds: 86_400 }, hours: { seconds: 7200 }, short: { seconds: 120 } },
  effects: {
    stamp: { set: 'stamped', to: { from: 'now' } },
    who: { set: 'by', to: { from: 'caller' } },
    copy: { set: 'by', to: { field: 'source' } },
    long: { comment: { en: 'e'.repeat(1200), 'zh-cn': '中' } },
    hello: { notify: 'owner', title: { en: 'Hello' } },
  },
};
const text = { kind: 'string', maxLength: 50 } as const;
const number = { kind: 'integer' } as const;
export const resource = {
  name: 'tin',
  controller: 'lab.Tin',
  table: 'lab_tin',
  dataLimit: { rule: 'personal', ownerColumn: 'admin_id' },
  fields: {
    id: { kind: 'id' }, title: text, price: number, least: number, amount: number, stamped: number, by: number, source: number,
    status: { kind: 'select', options: Object.keys(life.chart.states), initial: 'draft', optionLabels: { on: { en: 'On sale' } } },
  },
  life,
} as unknown as Resource; // prettier-ignore

/** The statements that were sent. */
export const asked: string[] = [];
export const trx = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  log: ({ query }) => void asked.push(query.sql),
}) as Transaction<Tables>;

const messages = { text: (_: string, key: string, params?: object) => `${key}${params ? JSON.stringify(params) : ''}` };
const contextOf = () => undefined;
export const context = {
  resource,
  columns: { id: { name: 'id' } },
  pagePath: 'lab/tin',
  ports: { messages },
  contextOf,
} as unknown as ResourceContext;
export const CLERK = 7;
export const callerWith = (...nodes: readonly string[]): Writer =>
  ({
    kind: 'admin',
    id: CLERK,
    username: 'clerk',
    client: { language: 'en' },
    grants: { isSuper: nodes.includes('*'), groupIds: [], ruleIds: new Set(), nodes: new Set(nodes.map((node) => `lab/tin/${node}`)) },
  }) as unknown as Writer;
export const editor = callerWith('edit');
export const unitOf = (caller = editor, action = 'edit'): WriteUnit =>
  ({ trx, caller, nowSeconds: 1000, write: { action } }) as unknown as WriteUnit;

export const WHOLE = { id: 1, title: 'Tea', price: 5, least: 1, amount: 1, status: 'draft' };
interface Wished {
  readonly state?: string;
  readonly values?: object;
  readonly caller?: Writer;
  readonly row?: object | null;
  readonly own?: object;
}

export const validated = (
  wish: LifeWish,
  { state = 'draft', values = {}, caller = editor, row = { id: 1, admin_id: CLERK }, own = WHOLE }: Wished = {},
) => validateStep(context, life, unitOf(caller), { row: row as never, before: { ...own, status: state }, values: { ...values } }, wish);

/** What it is refused for: the fields with their keys, or one key. */
export const refused = async (work: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await work.then(() => null, (reason: unknown) => reason); // prettier-ignore
  if (error instanceof FieldsRefused) return Object.fromEntries(Object.entries(error.issues).map(([name, { key }]) => [name, key]));
  if (error instanceof FailureError && error.failure.kind === 'rejected') return error.failure.message;
  throw new Error(`accepted, or broken: ${String(error)}`);
};
