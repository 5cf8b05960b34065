import { hasText, text } from '../../base/i18n.ts';

/** What a section is for, to whoever has nothing in it yet; of one without such words those that are true of any. */
export const EmptyWords = ({ resource, otherwise }: { readonly resource: string; readonly otherwise: string }) => {
  const key = `emptyLists.${resource}`;
  return hasText(key) ? text(key) : otherwise;
};
