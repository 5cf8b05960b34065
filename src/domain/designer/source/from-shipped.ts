import type { Resource } from '../../table/resource.ts';
import { PLAIN_SHAPE, type DesignShape, type SectionDesign } from '../section-design.ts';
import { withWords, type SectionLanguage, type SectionWords } from './section-words.ts';

/**
 * A section that lies in the source tree, as a design to go on from: its declaration with the words of its message files in it. Rules over
 * several fields and its life are code, and stay where they are: in its file, beside whatever is drawn.
 * @param shape what its table has beside its columns, where somebody has looked
 */
export function fromShipped(
  resource: Resource,
  words: Readonly<Record<SectionLanguage, SectionWords>>,
  shape: DesignShape = PLAIN_SHAPE,
): SectionDesign {
  const { check: _check, life: _life, lifeField: _lifeField, ...declaration } = resource;
  return { declaration: withWords(declaration, words), shape };
}
