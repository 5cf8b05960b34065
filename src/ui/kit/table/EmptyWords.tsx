import { hasText, text } from '../../base/i18n.ts';

interface EmptyWordsProps {
  /** What is said to whoever has nothing in a section yet. */
  readonly message: `emptyLists.${string}`;
  /** What is true of any section, for one without words of its own. */
  readonly otherwise: string;
}

export const EmptyWords = ({ message, otherwise }: EmptyWordsProps) => (hasText(message) ? text(message) : otherwise);
