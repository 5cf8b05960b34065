import ElkBundled from 'elkjs/lib/elk.bundled.js';
import { describe, expect, it } from 'vitest';
import { StateMachine, type AnyStateMachine } from 'xstate';
import { elkGraphOf, layoutFrom } from '#actors/observe/flow-layout';
import { CHART, labelSize, nodeSize, type Box } from '#machines/observe/chart-layout';
import { isLife, lifeMachine } from '#machines/life/life-machine';
import { chartOf } from '#machines/observe/chart-of';

const files = import.meta.glob<Readonly<Record<string, unknown>>>('/src/machines/**/*.machine.ts', { eager: true });
const MACHINES = Object.values(files)
  .flatMap((exported) => Object.values(exported))
  .filter((one): one is AnyStateMachine => one instanceof StateMachine)
  .map((machine) => [machine.id, machine] as const);

const lifeFiles = import.meta.glob<Readonly<Record<string, unknown>>>('/src/sections/*/*.life.ts', { eager: true });
const LIVES = Object.values(lifeFiles)
  .flatMap((exported) => Object.values(exported))
  .filter(isLife)
  .map((life) => [life.chart.id, life] as const);

const elk = new ElkBundled();
const holds = (outer: Box, inner: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;
const overlap = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('the places of a chart', () => {
  it.each(MACHINES)('of %s: every state in its owner, beside the others, and a line for every target', async (_, machine) => {
    const chart = chartOf(machine);
    const layout = layoutFrom(await elk.layout(elkGraphOf(chart)));
    const box = (id: string) => layout.boxes[id] as Box;
    expect(Object.keys(layout.boxes).sort()).toEqual(chart.nodes.map(({ id }) => id).sort());
    for (const node of chart.nodes) {
      const { width, height } = nodeSize(chart, node);
      // An owner is as wide as what it holds; the gap at its end may go.
      expect(box(node.id).width).toBeGreaterThanOrEqual(width - CHART.gapPx);
      expect(box(node.id).height).toBeGreaterThanOrEqual(height);
      const within = chart.nodes.filter(({ parentId }) => parentId === node.id).map(({ id }) => box(id).y);
      expect(Math.min(...within) - box(node.id).y).toBeGreaterThanOrEqual(height);
      expect(node.parentId === null || holds(box(node.parentId), box(node.id))).toBe(true);
      const siblings = chart.nodes.filter(({ id, parentId }) => parentId === node.parentId && id !== node.id);
      expect(siblings.filter(({ id }) => overlap(box(id), box(node.id)))).toEqual([]);
    }
    expect(layout.lines.map(({ edgeId, targetId }) => `${edgeId} → ${targetId}`).sort()).toEqual(
      chart.edges.flatMap(({ id, targetIds }) => targetIds.map((target) => `${id} → ${target}`)).sort(),
    );
    for (const { edgeId, points, label } of layout.lines) {
      const edge = chart.edges.find(({ id }) => id === edgeId)!;
      expect(points.length).toBeGreaterThanOrEqual(2);
      expect({ width: label.width, height: label.height }).toEqual(labelSize(edge));
      expect(label.x * label.y).toBeGreaterThan(0);
      expect(holds({ x: 0, y: 0, width: layout.width, height: layout.height }, label)).toBe(true);
    }
  });

  it.each(LIVES)('of the life %s: what a record begins in stands above all else', async (_, life) => {
    const layout = layoutFrom(await elk.layout(elkGraphOf(chartOf(lifeMachine(life)))));
    const [first, ...others] = Object.entries(layout.boxes)
      .filter(([id]) => id.includes('.'))
      .toSorted(([, a], [, b]) => a.y - b.y)
      .map(([id]) => id);
    expect(first).toContain(life.chart.initial);
    expect(others.length).toBeGreaterThan(0);
  });
});
