import { chartOf, type DrawnChart, type ChartEdge } from '#machines/observe/chart-of';
import { edgeLabel, mermaidOf } from './mermaid.ts';
import type { MachineFile } from './read-machines.ts';

const FOLDER = 'src/machines/';
export const MACHINES_README = `${FOLDER}README.md`;

const HEAD = `# Machines

Every stateful behaviour of Troupe, one machine a file, drawn from the machines themselves by \`npm run docs:machines\`; a test fails
where this page is not what they are. A transition that stays in its state is listed below its diagram. \`[…]\` is a guard.

While the application runs, **Live charts** in a super administrator's account menu (and \`/dev/flows\` under \`npm run dev\`) shows the same
charts, with the active states lit.
`;

/** What the machines of a room are for. */
const ROOMS: Readonly<Record<string, string>> = {
  app: 'the page as a whole: what it owns, where it is, its language and its looks, and what is shown once something has broken',
  base: 'what every room may use',
  changes: 'what was written: its history, undoing, restoring, rolling back, and erasing for good',
  chat: 'conversations, the question that is typed, the answer as it is written, what is attached to it and what is shared of it',
  demo: 'the trial in the browser: its server, and its tour',
  designer: 'sections that are drawn: fields, lives, what is planned and published, and the versions there were',
  external: 'accounts elsewhere, by which somebody signs in',
  fields: 'inputs that ask the server or have windows of their own',
  files: 'files that are chosen, cut, sent and used',
  help: 'the help: its list, what is looked for, and the article that is open',
  life: 'records that move from state to state: their steps, boards, requests and reports',
  members: 'the member centre: coming in, the own account and data, messages, ledgers; and what administrators do to members',
  modules: 'packages that are found, looked at, installed, and what their public forms send',
  notifications: 'what concerns an administrator: how much there is, the list, and what they want to hear of',
  observe: 'the product watching itself: live charts, journals and their playback, coverage, reports of problems',
  programs: 'what other programs use: tokens, webhooks and their deliveries, calls that are tried',
  rights: 'why somebody may do something, or may not',
  session: 'signing in and out, tokens that are renewed, second factors, passkeys, codes and captchas',
  settings: 'the settings of the site, and how they are kept',
  shell: 'the frame of the back office: menu, tabs, dashboard, commands',
  site: 'the public site as its editors see it before it is published',
  table: 'lists of records and what is done there: forms, changes of many, import, export, saved views',
  terminal: 'commands that run on the server one after the other, and what was recorded of them',
};

/** `src/machines/chat/answer.machine.ts` → `chat`. */
const roomOf = ({ path }: MachineFile): string => path.slice(FOLDER.length).split('/')[0] ?? '';

function contentsOf([room, files]: readonly [string, readonly MachineFile[]]): string {
  const purpose = ROOMS[room];
  if (purpose === undefined)
    throw new Error(`Nobody has said what the machines of ${room} are for: ROOMS in scripts/paths/machines-readme.ts`);
  return `- **${room}** – ${purpose}: ${files.map(({ machine }) => `[${machine.id}](#${machine.id.toLowerCase()})`).join(' · ')}`;
}

const count = (items: readonly unknown[], one: string): string => `${items.length} ${one}${items.length === 1 ? '' : 's'}`;
const keyOf = (chart: DrawnChart, id: string): string => (id === chart.id ? 'anywhere' : id.slice(chart.id.length + 1));

function listed(chart: DrawnChart): readonly ChartEdge[] {
  const root = chart.nodes[0]?.id;
  return chart.edges.filter(({ targetIds, sourceId }) => targetIds.length === 0 || (sourceId === root && chart.nodes.length > 1));
}

function row(chart: DrawnChart, edge: ChartEdge): string {
  const target = edge.targetIds.map((id) => ` → \`${keyOf(chart, id)}\``).join('');
  const actions = edge.actions.length > 0 ? `: ${edge.actions.join(', ')}` : '';
  return `- \`${keyOf(chart, edge.sourceId)}\` — ${edgeLabel(edge)}${target}${actions}`;
}

function section({ path, machine }: MachineFile): string {
  const chart = chartOf(machine);
  const invokes = [...new Set(chart.nodes.flatMap(({ invokes: own }) => own.map(({ logic }) => logic)))];
  const staying = listed(chart);
  return [
    `## ${chart.id}\n`,
    `[\`${path.slice(FOLDER.length)}\`](${path.slice(FOLDER.length)}): ${count(chart.nodes, 'state')}, ${count(chart.edges, 'transition')}` +
      `${invokes.length > 0 ? `; invokes ${invokes.join(', ')}` : ''}.\n`,
    `\`\`\`mermaid\n${mermaidOf(chart)}\n\`\`\`\n`,
    ...(staying.length > 0
      ? [
          `<details><summary>${count(staying, 'transition')} not drawn</summary>\n`,
          ...staying.map((edge) => row(chart, edge)),
          '\n</details>\n',
        ]
      : []),
  ].join('\n');
}

/** The text of `src/machines/README.md`. */
export function machinesReadme(files: readonly MachineFile[]): string {
  const rooms = [...Map.groupBy(files, roomOf)];
  return [HEAD, '## Rooms\n', ...rooms.map(contentsOf), '', ...files.map(section)].join('\n');
}
