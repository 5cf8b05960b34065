import type { CaptchaBox } from '../../../db/tables/captcha-tables.ts';

/** Clicks on a picture that was shown at some size. */
export interface ClickRecord {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly width: number;
  readonly height: number;
}

const LENGTH = 300;
const NUMBER = String.raw`\d{1,5}(?:\.\d{1,20})?`;
const POINT = `${NUMBER},${NUMBER}`;
const RECORD = new RegExp(String.raw`^(${POINT}(?:-${POINT}){0,9});(${NUMBER});(${NUMBER})$`, 'u');

/** Reads `x,y-x,y;width;height`. @returns null for anything else. Source: wire protocol §2.7. */
export function parseClickRecord(info: string): ClickRecord | null {
  const parts = info.length > LENGTH ? null : RECORD.exec(info);
  if (!parts) return null;
  const [, points = '', width, height] = parts;
  const record = {
    points: points.split('-').map((point) => {
      const [x, y] = point.split(',').map(Number);
      return { x: x ?? Number.NaN, y: y ?? Number.NaN };
    }),
    width: Number(width),
    height: Number(height),
  };
  return record.width > 0 && record.height > 0 ? record : null;
}

/** Whether each click lies in its target: as many as there are targets, in their order. */
export function hitsTargets(
  { points, width, height }: ClickRecord,
  targets: readonly CaptchaBox[],
  picture: { readonly width: number; readonly height: number },
): boolean {
  if (points.length !== targets.length) return false;
  return targets.every((box, index) => {
    const point = points[index];
    if (!point) return false;
    const x = (point.x * picture.width) / width;
    const y = (point.y * picture.height) / height;
    return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  });
}
