import { describe, expect, it } from 'vitest';
import { leastSide, middleCrop, movedCrop, sizedCrop } from '#domain/files/crop';

const picture = { widthPx: 400, heightPx: 200 };

describe('the square of a picture', () => {
  it('begins as the largest one, in the middle', () => {
    expect(middleCrop(picture)).toEqual({ x: 100, y: 0, side: 200 });
    expect(middleCrop({ widthPx: 3, heightPx: 9 })).toEqual({ x: 0, y: 3, side: 3 });
  });

  it('stays in the picture, however far it is moved', () => {
    expect(movedCrop(middleCrop(picture), { x: 30, y: 5 }, picture)).toEqual({ x: 130, y: 0, side: 200 });
    expect(movedCrop(middleCrop(picture), { x: 1e9, y: -1e9 }, picture)).toEqual({ x: 200, y: 0, side: 200 });
    expect(movedCrop({ x: 10, y: 10, side: 50 }, { x: -20, y: 500 }, picture)).toEqual({ x: 0, y: 150, side: 50 });
  });

  it('is sized about its middle, down to an eighth of the picture, and never below what can be told apart', () => {
    expect(sizedCrop(middleCrop(picture), 100, picture)).toEqual({ x: 150, y: 50, side: 100 });
    expect(sizedCrop(middleCrop(picture), 0, picture)).toEqual({ x: 184, y: 84, side: 32 });
    expect(sizedCrop({ x: 390, y: 190, side: 10 }, 1000, picture)).toEqual({ x: 200, y: 0, side: 200 });
    expect([leastSide({ widthPx: 4000, heightPx: 800 }), leastSide({ widthPx: 5, heightPx: 9 })]).toEqual([100, 5]);
  });
});
