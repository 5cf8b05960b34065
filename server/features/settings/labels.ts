import type { Pair } from '#domain/settings/config-item';
import { titleFor } from '../../base/messages.ts';
import { settingTitle, type LabelWords } from '../base/setting-title.ts';

interface Labels {
  readonly at: keyof Pair;
  readonly tell: (label: string, words: LabelWords) => string;
}

/** Settings whose pairs carry labels that are translated where they are known, and in which half of a pair those stand. */
const LABELS: Readonly<Record<string, Labels>> = {
  config_group: { at: 'value', tell: settingTitle },
  config_quick_entrance: { at: 'key', tell: (label, { messages, language }) => titleFor(messages, language, label) },
};

const labelsOf = (name: string): Labels | undefined => (Object.hasOwn(LABELS, name) ? LABELS[name] : undefined);

/** The pairs of a setting as they are read. */
export function labelsRead(name: string, pairs: readonly Pair[], words: LabelWords): readonly Pair[] {
  const labels = labelsOf(name);
  return labels ? pairs.map((pair) => ({ ...pair, [labels.at]: labels.tell(pair[labels.at], words) })) : pairs;
}

/** The pairs of a setting as they are stored: who sends a label back as they read it has not changed it, and it stays translated. */
export function labelsStored(name: string, sent: readonly Pair[], stored: readonly Pair[], words: LabelWords): readonly Pair[] {
  const labels = labelsOf(name);
  if (!labels) return sent;
  const { at, tell } = labels;
  const known = new Map(stored.map((pair) => [tell(pair[at], words), pair[at]]));
  return sent.map((pair) => ({ ...pair, [at]: known.get(pair[at]) ?? pair[at] }));
}

/** Where a quick link leads: the name of a rule. Clients of the older dialect write the path of its page, by their own name for it. Source: wire protocol §5.13, §7.6. */
export const linkTarget = (value: string): string => value.replace(/^\/admin\//u, '').replace(/^auth\/menu(?=\/|$)/u, 'auth/rule');
