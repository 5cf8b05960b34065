import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { siteWordsOf } from '#server/features/chat/words';

const PATTERN = 'abcd';
const units = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '密', '😀', '👩‍💻'), { maxLength: 40 });

it('masks a word however a text is cut into pieces, and leaves every character whole', () => {
  fc.assert(
    fc.property(units, (pieces) => {
      const gate = siteWordsOf([{ pattern: PATTERN, place: 'answer', deed: 'mask' }]).gate();
      const told = [...pieces.map((piece) => gate.push(piece)), gate.rest()];
      expect(told.join('')).toBe(pieces.join('').replaceAll(PATTERN, '****'));
      expect(told.filter((piece) => !piece.isWellFormed())).toEqual([]);
    }),
  );
});
