/** A square out of a picture, in the picture's own pixels. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

export interface PictureSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Sides of a picture of a face, as it is stored. Smaller squares stay as they are. */
export const CROP_PX = 512;
/** A square does not become smaller than an eighth of the picture, nor than this. */
const LEAST_PX = 32;

export const largestSide = ({ widthPx, heightPx }: PictureSize): number => Math.min(widthPx, heightPx);
export const leastSide = (picture: PictureSize): number =>
  Math.min(largestSide(picture), Math.max(LEAST_PX, Math.round(largestSide(picture) / 8)));

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** The nearest square that lies in the picture. */
function inside({ x, y, side: wanted }: Crop, picture: PictureSize): Crop {
  const side = within(wanted, leastSide(picture), largestSide(picture));
  return { x: within(x, 0, picture.widthPx - side), y: within(y, 0, picture.heightPx - side), side };
}

/** The largest square, from the middle. */
export function middleCrop(picture: PictureSize): Crop {
  const side = largestSide(picture);
  return { x: (picture.widthPx - side) / 2, y: (picture.heightPx - side) / 2, side };
}

/** @param by in the picture's pixels */
export const movedCrop = (crop: Crop, by: { readonly x: number; readonly y: number }, picture: PictureSize): Crop =>
  inside({ ...crop, x: crop.x + by.x, y: crop.y + by.y }, picture);

/** About its middle. */
export function sizedCrop(crop: Crop, wanted: number, picture: PictureSize): Crop {
  const side = within(wanted, leastSide(picture), largestSide(picture));
  const shift = (crop.side - side) / 2;
  return inside({ x: crop.x + shift, y: crop.y + shift, side }, picture);
}
