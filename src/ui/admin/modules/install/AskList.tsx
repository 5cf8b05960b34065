import { IconShieldQuestion } from '@tabler/icons-react';
import type { WiderAsk } from '#domain/modules/asks-difference';
import type { PackageFacts } from '#machines/modules/module.vocabulary';
import { t } from '../../../base/i18n.ts';
import { moduleText } from '../base/module-words.ts';
import { moduleLabel } from '../base/module-label.ts';
import classes from './install.module.css';

interface AskListProps {
  readonly asks: readonly WiderAsk[];
  /** Of its package. */
  readonly facts: Pick<PackageFacts, 'sections' | 'titles'> | null;
}

/** Its sections, pages and settings are called as people will see them. */
function labelIn(facts: AskListProps['facts'], ask: WiderAsk['ask'], name: string): string {
  if (ask === 'pages' || ask === 'mailTo') {
    const title = facts?.titles[name];
    return title ? moduleText(title) : name;
  }
  const section = facts?.sections.find((one) => one.name === (ask === 'mailPeople' ? name.split('.')[0] : name));
  return section ? moduleLabel(section) : name;
}

/** Two of one name, such as a page and the one behind it, are told once. */
const labelsOf = (facts: AskListProps['facts'], ask: WiderAsk['ask'], names: WiderAsk['names']): readonly string[] => [
  ...new Set(names.map((name) => labelIn(facts, ask, name))),
];

/** What a module asks for beyond tables of its own, in words. */
export const AskList = ({ asks, facts }: AskListProps) => (
  <ul className={classes.asks}>
    {asks.map(({ ask, names }) => (
      <li key={ask}>
        <IconShieldQuestion size={18} aria-hidden />
        <span>{t(`modules.ask.${ask}.text`, { names: labelsOf(facts, ask, names).join(t('modules.listComma')) })}</span>
      </li>
    ))}
  </ul>
);
