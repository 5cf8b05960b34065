import { chartOf, type Chart, type ChartEdge } from '#machines/observe/chart-of';
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

const count = (items: readonly unknown[], one: string): string => `${items.length} ${one}${items.length === 1 ? '' : 's'}`;
const keyOf = (chart: Chart, id: string): string => (id === chart.id ? 'anywhere' : id.slice(chart.id.length + 1));

function listed(chart: Chart): readonly ChartEdge[] {
  const root = chart.nodes[0]?.id;
  return chart.edges.filter(({ targetIds, sourceId }) => targetIds.length === 0 || (sourceId === root && chart.nodes.length > 1));
}

function row(chart: Chart, edge: ChartEdge): string {
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
  const contents = files.map(({ machine }) => `[${machine.id}](#${machine.id.toLowerCase()})`).join(' · ');
  return [HEAD, `${contents}\n`, ...files.map(section)].join('\n');
}
