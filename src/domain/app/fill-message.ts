/** A placeholder, or two forms of a word of which the first is for one. */
const PLACE = /\{\{(\w+)\}\}|\[\[(.+?)\|(.+?)\]\]/gu;

/** A message with its values. `[[record|records]]` is the first word where `count` is one. */
export const fillMessage = (message: string, params: Readonly<Record<string, string | number>>): string =>
  message.replace(PLACE, (_, name: string | undefined, one, many) =>
    name ? `${params[name] ?? ''}` : `${params['count']}` === '1' ? one : many,
  );
