import { mathFromMarkdown } from 'mdast-util-math';
import { math } from 'micromark-extension-math';
import { withMathMarks } from './math-marks.ts';
import { AS_GITHUB, type Reading } from './parse-block.ts';

/** Formulae besides what GitHub reads; one dollar is a price. Only where formulae are drawn: their reader is code of its own. */
export const WITH_FORMULAE: Reading = {
  prepare: withMathMarks,
  extensions: [...AS_GITHUB.extensions, math({ singleDollarTextMath: false })],
  mdastExtensions: [...AS_GITHUB.mdastExtensions, mathFromMarkdown()],
};
