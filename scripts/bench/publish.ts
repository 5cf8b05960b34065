import { newDataDir, removeDataDir } from '#tests/e2e/support/server-process.ts';
import type { Effort } from './effort.ts';
import { markdownTable } from './markdown-table.ts';
import { median } from './statistics.ts';
import { startMeasuredServer, type MeasuredServer } from './troupe-server.ts';

const ROUNDS = { whole: 7, short: 1 } as const;
const ROWS = { whole: 10_000, short: 20 } as const;
const PLAN_BUDGET_MS = 200;
const PUBLISH_BUDGET_MS = 2000;
const CONSENT_BUDGET_MS = 3000;

const label = (en: string) => ({ en, 'zh-cn': en });
const KINDS = [
  { kind: 'string', maxLength: 100 },
  { kind: 'integer' },
  { kind: 'select', options: ['s', 'm', 'l'] },
  { kind: 'date' },
  { kind: 'switch' },
  { kind: 'checkbox', options: ['red', 'green'] },
  { kind: 'money' },
] as const;

/** A section of 30 fields; with `change`, one whose fields have other names and first values. */
function designOf(name: string, change: boolean) {
  const drawn = Array.from({ length: 27 }, (_, index) => {
    const key = `${change && index % 3 === 0 ? 'moved' : 'field'}${String.fromCharCode(97 + (index % 26))}${index}`;
    return [key, { ...KINDS[index % KINDS.length], label: label(key) }] as const;
  });
  return {
    declaration: {
      name,
      controller: `x.${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      table: `x_${name}`,
      titleField: 'title',
      rowActions: ['edit', 'delete'],
      defaultOrder: { field: 'id', direction: 'desc' },
      label: label(name),
      menu: { under: 'routine', icon: 'el-icon-Tickets', sortOrder: 1 },
      fields: {
        id: { kind: 'id' },
        title: { kind: 'string', required: true, maxLength: 40, quickSearch: true, label: label('Title') },
        ...Object.fromEntries(drawn),
        version: { kind: 'version' },
      },
    },
    shape: { unique: [], indexes: [['title', 'id']], foreignKeys: 'none' },
  };
}

/** By the new name of the third of the columns that get one. */
const RENAMES = Object.fromEntries(
  Array.from({ length: 9 }, (_, index) => {
    const rest = `${String.fromCharCode(97 + ((index * 3) % 26))}${index * 3}`;
    return [`field${rest}`, `moved${rest}`];
  }),
);

/** @param body none where something is only read */
async function call(server: MeasuredServer, name: string, body?: object): Promise<Readonly<Record<string, unknown>>> {
  const reply = await fetch(`${server.url}/api/admin/${name}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...server.headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { code, msg, data } = (await reply.json()) as { readonly code: number; readonly msg: string; readonly data: unknown };
  if (code !== 1) throw new Error(`${name}: ${msg}`);
  return (data ?? {}) as Readonly<Record<string, unknown>>;
}

interface Times {
  readonly planMs: number;
  readonly publishMs: number;
}

async function publish(
  server: MeasuredServer,
  name: string,
  version: number,
  isChange: boolean,
): Promise<Times & { readonly version: number }> {
  const renames = { columns: isChange ? RENAMES : {}, options: {} };
  const draft = await call(server, 'crud.Crud/draft', { design: designOf(name, isChange), renames, version });
  const begun = performance.now();
  const { hash } = await call(server, 'crud.Crud/plan', { name, choices: {} });
  const planned = performance.now();
  await call(server, 'crud.Crud/publish', { name, version: draft['version'], hash, choices: {} });
  return { planMs: planned - begun, publishMs: performance.now() - planned, version: Number(draft['version']) + 1 };
}

async function addRows(server: MeasuredServer, name: string, count: number): Promise<void> {
  for (let begun = 0; begun < count; begun += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - begun) }, (_, index) => [`row ${begun + index}`]);
    await call(server, `x.${name.charAt(0).toUpperCase()}${name.slice(1)}/import`, { columns: ['title'], rows, isDryRun: false });
  }
}

/** What passes between the consent to a module and the reply that has it in the menu. */
async function installModule(server: MeasuredServer, uid: string): Promise<Times> {
  const wish = { uid, version: '1.0.0', act: 'install' };
  const begun = performance.now();
  const { hash } = await call(server, 'module/plan', wish);
  const planned = performance.now();
  await call(server, 'module/apply', { ...wish, hash, isConsented: true });
  const { menus } = await call(server, 'Index/index');
  const done = performance.now();
  if (!JSON.stringify(menus).includes(`"${uid}/`)) throw new Error(`${uid} is not in the menu`);
  await call(server, 'module/remove', { uid, records: 'delete', typed: uid });
  return { planMs: planned - begun, publishMs: done - planned };
}

function told(ms: readonly number[], budget: number): string {
  const middle = median(ms);
  return `${middle.toFixed(0)}${middle > budget ? ' ✗' : ''}`;
}

/**
 * What planning and publishing a section of 30 fields takes on the embedded database: one that is new, and one with rows whose columns get other
 * names; and what installing a module of the program takes, from the consent to its place in the menu.
 */
export async function benchPublish(effort: Effort): Promise<string> {
  const dataDir = newDataDir();
  const server = await startMeasuredServer(dataDir, { SAMPLE_DATA: '0' });
  try {
    const made: Times[] = [];
    const changed: Times[] = [];
    const installed: Times[] = [];
    for (let round = 0; round < ROUNDS[effort]; round += 1) {
      const name = `bench${String.fromCharCode(97 + round)}`;
      const first = await publish(server, name, 0, false);
      made.push(first);
      await addRows(server, name, ROWS[effort]);
      changed.push(await publish(server, name, first.version, true));
      installed.push(await installModule(server, 'articles'));
    }
    const row = (title: string, all: readonly Times[], planBudget: number, budget: number): readonly string[] => [
      title,
      told(
        all.map(({ planMs }) => planMs),
        planBudget,
      ),
      told(
        all.map(({ publishMs }) => publishMs),
        budget,
      ),
    ];
    const sections = markdownTable(
      ['section of 30 fields', `plan, ms (≤ ${PLAN_BUDGET_MS})`, `publish, ms (≤ ${PUBLISH_BUDGET_MS})`],
      [
        row('new', made, PLAN_BUDGET_MS, PUBLISH_BUDGET_MS),
        row(`${ROWS[effort]} rows, nine columns renamed`, changed, PLAN_BUDGET_MS, PUBLISH_BUDGET_MS),
      ],
    );
    const modules = markdownTable(
      ['module', 'plan, ms', `consent to menu, ms (≤ ${CONSENT_BUDGET_MS})`],
      [row('articles', installed, Infinity, CONSENT_BUDGET_MS)],
    );
    return `${sections}\n\n${modules}`;
  } finally {
    await server.close();
    removeDataDir(dataDir);
  }
}
