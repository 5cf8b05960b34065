import type { CaptchaBox } from '../../../db/tables/captcha-tables.ts';
import type { Random } from './random.ts';
import { CAPTCHA_ICONS, ICON_SHAPES, type CaptchaIcon } from './icon-shapes.ts';

export const PICTURE = { width: 350, height: 200 } as const;

export interface CaptchaTarget {
  readonly icon: CaptchaIcon;
  readonly box: CaptchaBox;
}

export interface Composition {
  readonly svg: string;
  /** In the order they are asked for. */
  readonly targets: readonly CaptchaTarget[];
  /** Of targets and decoys, in any order. */
  readonly boxes: readonly CaptchaBox[];
}

/** With eight icons of which three are asked for in order, whoever finds all icons but knows none guesses one in 336. */
const TARGETS = 3;
const DECOYS = 5;
/** Icons keep this far from each other and from the edge. */
const GAP = 8;
const SIDE = { least: 46, most: 58 } as const;
/** Further, and a leaf could be taken for a heart. */
const TURN_DEGREES = 38;
/** Hues of strokes; light and saturation keep them readable on any part of the background. */
const HUES = [4, 28, 150, 205, 230, 270, 320] as const;
const SPOTS = 34;
const SCRAPS = 7;
const HAIRS = 18;
/** As thick and as dark as the icons' own lines, below them. */
const BARS = 9;
/** Pale, across the icons, so that one icon is not one connected line. */
const CUTS = 5;

/**
 * Composes a picture: the targets in the order they are asked for, decoys that look alike, and a background of patches, strokes and
 * scraps of other icons in the same colours, so that neither colour nor size nor line tells an icon from its surroundings.
 */
export function composePicture(random: Random): Composition {
  const icons = random.sample(CAPTCHA_ICONS, TARGETS + DECOYS);
  const boxes = random.sample(placeBoxes(random, icons.length), icons.length);
  const placed = icons.map((icon, index) => ({ icon, box: boxes[index] as CaptchaBox }));
  const others = CAPTCHA_ICONS.filter((icon) => !icons.includes(icon));
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}">`,
    background(random),
    ...repeat(SPOTS, () => spot(random)),
    ...repeat(SCRAPS, () => scrap(random, random.pick(others))),
    ...repeat(HAIRS, () => stroke(random, { color: ink(random), width: [0.8, 2.2], opacity: [0.2, 0.45], reach: 60 })),
    ...repeat(BARS, () => stroke(random, { color: ink(random), width: [2.6, 4.4], opacity: [0.55, 0.9], reach: 26 })),
    // Shuffled, so that the order in the picture says nothing about the order asked for.
    ...random.sample(placed, placed.length).map((one) => drawTarget(random, one)),
    ...repeat(CUTS, () => stroke(random, { color: pale(random), width: [1, 1.8], opacity: [0.7, 0.95], reach: 150 })),
    '</svg>',
  ].join('');
  return { svg, targets: placed.slice(0, TARGETS), boxes };
}

/** Squares that do not meet: one in each cell of a grid, at any place inside its cell. */
function placeBoxes(random: Random, count: number): CaptchaBox[] {
  const [columns, rows] = [4, 2];
  const cell = { width: (PICTURE.width - GAP) / columns, height: (PICTURE.height - GAP) / rows };
  const cells = Array.from({ length: columns * rows }, (_, index) => ({
    x: GAP + (index % columns) * cell.width,
    y: GAP + Math.floor(index / columns) * cell.height,
  }));
  return random.sample(cells, count).map(({ x, y }) => {
    const side = random.between(SIDE.least, SIDE.most);
    return {
      x: Math.round(random.between(x, x + cell.width - GAP - side)),
      y: Math.round(random.between(y, y + cell.height - GAP - side)),
      width: Math.floor(side),
      height: Math.floor(side),
    };
  });
}

const repeat = (count: number, draw: () => string): string[] => Array.from({ length: count }, draw);
const round = (value: number): string => value.toFixed(1);
const anyX = (random: Random): number => random.between(0, PICTURE.width);
const anyY = (random: Random): number => random.between(0, PICTURE.height);
const ink = (random: Random): string => `hsl(${random.pick(HUES)}, ${round(random.between(55, 85))}%, ${round(random.between(24, 38))}%)`;
const pale = (random: Random): string =>
  `hsl(${Math.floor(random.between(0, 360))}, ${round(random.between(35, 70))}%, ${round(random.between(80, 92))}%)`;

function background(random: Random): string {
  const stops = [0, 50, 100].map((offset) => `<stop offset="${offset}%" stop-color="${pale(random)}"/>`).join('');
  const turn = `rotate(${round(random.between(0, 90))})`;
  return `<linearGradient id="b" gradientTransform="${turn}">${stops}</linearGradient><rect width="100%" height="100%" fill="url(#b)"/>`;
}

const spot = (random: Random): string =>
  `<ellipse cx="${round(anyX(random))}" cy="${round(anyY(random))}" rx="${round(random.between(8, 46))}" ry="${round(random.between(8, 34))}" fill="${pale(random)}" opacity="${round(random.between(0.4, 0.8))}"/>`;

interface StrokeLook {
  readonly color: string;
  readonly width: readonly [least: number, most: number];
  readonly opacity: readonly [least: number, most: number];
  /** How far it goes at most, to either side. */
  readonly reach: number;
}

function stroke(random: Random, { color, width, opacity, reach }: StrokeLook): string {
  const step = (): string => `${round(random.between(-reach, reach))} ${round(random.between(-reach / 2, reach / 2))}`;
  const look = `stroke="${color}" stroke-width="${round(random.between(...width))}" opacity="${round(random.between(...opacity))}"`;
  return `<path d="M${round(anyX(random))} ${round(anyY(random))}q${step()} ${step()}" fill="none" stroke-linecap="round" ${look}/>`;
}

const shape = (icon: CaptchaIcon): string =>
  ICON_SHAPES[icon]
    .map(([tag, { key: _key, ...attributes }]) => {
      const pairs = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
      return `<${tag} ${pairs.join(' ')}/>`;
    })
    .join('');

const turnInto = (random: Random, box: CaptchaBox, degrees: number): string =>
  `translate(${round(box.x + box.width / 2)} ${round(box.y + box.height / 2)}) rotate(${round(random.between(-degrees, degrees))}) scale(${(box.width / 26).toFixed(3)}) translate(-12 -12)`;

/** A faint, small piece of an icon nobody asks for. */
function scrap(random: Random, icon: CaptchaIcon): string {
  const side = random.between(26, 40);
  const box = { x: anyX(random) - side / 2, y: anyY(random) - side / 2, width: side, height: side };
  return `<g transform="${turnInto(random, box, 180)}" fill="none" stroke="${ink(random)}" stroke-width="1.4" opacity="0.16">${shape(icon)}</g>`;
}

function drawTarget(random: Random, { icon, box }: CaptchaTarget): string {
  const look = 'stroke-linecap="round" stroke-linejoin="round"';
  const width = round(random.between(2, 2.4));
  return `<g transform="${turnInto(random, box, TURN_DEGREES)}" fill="none" ${look} stroke="${ink(random)}" stroke-width="${width}">${shape(icon)}</g>`;
}
