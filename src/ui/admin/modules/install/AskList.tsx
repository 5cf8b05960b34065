import { IconShieldQuestion } from '@tabler/icons-react';
import type { Asked, PackageFacts } from '#machines/modules/module-vocabulary';
import { t } from '../../../base/i18n.ts';
import { labelOf } from './label-of.ts';
import classes from './install.module.css';

interface AskListProps {
  readonly asks: readonly Asked[];
  /** Those of its package, by whose titles its own sections are called. */
  readonly sections: PackageFacts['sections'];
}

function labelIn(sections: AskListProps['sections'], name: string): string {
  const section = sections.find((one) => one.name === name);
  return section ? labelOf(section) : name;
}

/** What a module asks for beyond tables of its own, in words. */
export const AskList = ({ asks, sections }: AskListProps) => (
  <ul className={classes.asks}>
    {asks.map(({ ask, names }) => (
      <li key={ask}>
        <IconShieldQuestion size={18} aria-hidden />
        <span>{t(`modules.ask.${ask}.text`, { names: names.map((name) => labelIn(sections, name)).join(t('modules.listComma')) })}</span>
      </li>
    ))}
  </ul>
);
