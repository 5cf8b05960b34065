import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import { CHART, labelSize, nodeSize, triggerText, type Box, type ChartLayout, type ChartLine } from '#machines/observe/chart-layout';
import type { DrawnChart, ChartNode } from '#machines/observe/chart-of';

const OPTIONS: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '18',
  'elk.spacing.nodeNode': '26',
  'elk.spacing.edgeNode': '18',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '2',
  'elk.aspectRatio': '1.3',
  'elk.spacing.componentComponent': '24',
  // Fewer tries at crossings: twice as fast, and hardly one more.
  'elk.layered.thoroughness': '3',
  'elk.padding': '[top=12,left=12,bottom=12,right=12]',
};

/** The chart as the layout library wants it: states in states, a line for each target, sizes for all that is written. */
export function elkGraphOf(chart: DrawnChart): ElkNode {
  const nodeFrom = (node: ChartNode): ElkNode => {
    const { width, height } = nodeSize(chart, node);
    const children = chart.nodes.filter(({ parentId }) => parentId === node.id);
    // One begins to read where a record begins.
    const first = node.isInitial && { 'elk.layered.layering.layerConstraint': 'FIRST' };
    if (children.length === 0) return { id: node.id, width, height, ...(first && { layoutOptions: first }) };
    return {
      id: node.id,
      children: children.map(nodeFrom),
      // Its own words, so that it is never narrower than they are.
      labels: [{ text: node.key, width: width - CHART.gapPx, height }],
      layoutOptions: {
        ...OPTIONS,
        ...first,
        'elk.padding': '[top=14,left=26,bottom=18,right=20]',
        'elk.nodeSize.constraints': 'NODE_LABELS',
        'elk.nodeLabels.placement': 'INSIDE H_LEFT V_TOP',
        'elk.nodeLabels.padding': '[top=0,left=0,bottom=0,right=0]',
      },
    };
  };
  const edges = chart.edges.flatMap((edge) =>
    edge.targetIds.map((targetId, index): ElkExtendedEdge => ({
      id: `${index} ${edge.id}`,
      sources: [edge.sourceId],
      targets: [targetId],
      labels: [{ text: triggerText(edge.trigger), ...labelSize(edge), layoutOptions: { 'elk.edgeLabels.inline': 'true' } }],
    })),
  );
  return { id: '(chart)', layoutOptions: OPTIONS, children: chart.nodes.filter(({ parentId }) => parentId === null).map(nodeFrom), edges };
}

/** What the library answered, as places alone. */
export function layoutFrom(arranged: ElkNode): ChartLayout {
  const boxes: Record<string, Box> = {};
  const visit = (node: ElkNode): void => {
    boxes[node.id] = boxOf(node);
    node.children?.forEach(visit);
  };
  arranged.children?.forEach(visit);
  const { width, height } = boxOf(arranged);
  return { width, height, boxes, lines: (arranged.edges ?? []).map(lineFrom) };
}

function lineFrom({ id, targets, sections = [], labels = [] }: ElkExtendedEdge): ChartLine {
  const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]);
  return {
    edgeId: id.slice(id.indexOf(' ') + 1),
    targetId: targets[0] ?? '',
    points: points.map(({ x, y }) => ({ x, y })),
    label: boxOf(labels[0] ?? {}),
  };
}

const boxOf = ({ x = 0, y = 0, width = 0, height = CHART.titlePx }: Partial<Box>): Box => ({ x, y, width, height });
