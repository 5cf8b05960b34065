/** A comment as clients of the family write it: a title, and what the values of the field are called. Source: wire protocol §5.18. */
export interface WireComment {
  readonly title: string;
  /** By value, in their order; none where the comment is a title alone. */
  readonly labels: ReadonlyMap<string, string>;
}

/** `Size:s=Small,m=Medium`; what is no dictionary is a title as a whole. */
export function readWireComment(comment: string): WireComment {
  const at = comment.indexOf(':');
  const entries = at < 0 ? [] : comment.slice(at + 1).split(',');
  const pairs = entries.map((entry) => {
    const [value = '', ...label] = entry.split('=');
    return [value.trim(), label.join('=').trim()] as const;
  });
  const isDictionary = pairs.length > 0 && pairs.every(([value], index) => value !== '' && entries[index]?.includes('='));
  return isDictionary ? { title: comment.slice(0, at).trim(), labels: new Map(pairs) } : { title: comment.trim(), labels: new Map() };
}

const plain = (text: string): string => text.replaceAll(/[:,=]/gu, ' ').trim();

export const wireComment = (title: string, labels: ReadonlyMap<string, string> = new Map()): string =>
  labels.size === 0 ? title : `${plain(title)}:${[...labels].map(([value, label]) => `${value}=${plain(label)}`).join(',')}`;
