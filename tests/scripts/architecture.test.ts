import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DRAWN_DOCUMENTS, drawnDocument } from '../../scripts/architecture/documents.ts';
import { countBetween } from '../../scripts/architecture/read-imports.ts';
import { flowchartOf, fromTheTop } from '../../scripts/architecture/flowchart.ts';

/** How far a count may have moved until it has to be drawn anew: one import more is no news of the architecture. */
const MAY_DIFFER = (count: number): number => Math.max(3, count / 5);

const NUMBER = /\b\d+\b/gu;
const shapeOf = (text: string): string => text.replaceAll(NUMBER, '#');
const countsOf = (text: string): readonly number[] => [...text.matchAll(NUMBER)].map(([digits]) => Number(digits));

it.each(DRAWN_DOCUMENTS)('the drawn parts of %s are those of the code', (path) => {
  const [written, drawn] = [readFileSync(path, 'utf8'), drawnDocument(path)];
  expect(shapeOf(written), `${path} is out of date: run \`npm run docs:architecture\``).toBe(shapeOf(drawn));
  const today = countsOf(drawn);
  const moved = countsOf(written).filter((count, index) => Math.abs(count - (today[index] ?? 0)) > MAY_DIFFER(count));
  expect(moved, `${path} is out of date: run \`npm run docs:architecture\``).toEqual([]);
});

it('counts imports between places and leaves out arrows that a longer way replaces', () => {
  const imports = [
    { from: 'top/a', to: 'middle/b' },
    { from: 'top/a', to: 'ground/c' },
    { from: 'top/a2', to: 'middle/b' },
    { from: 'middle/b', to: 'ground/c' },
    { from: 'middle/b', to: 'middle/b2' },
    { from: 'elsewhere', to: 'ground/c' },
  ];
  const counts = countBetween(imports, (file) => (file.includes('/') ? (file.split('/')[0] as string) : null));
  expect(fromTheTop(counts)).toEqual(['top', 'middle', 'ground']);
  expect(flowchartOf(counts).split('\n')).toEqual([
    '```mermaid',
    'flowchart TD',
    '  p0["top"]',
    '  p1["middle"]',
    '  p2["ground"]',
    '  p0 -->|2| p1',
    '  p1 -->|1| p2',
    '```',
  ]);
});
