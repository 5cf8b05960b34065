import { IconShieldQuestion } from '@tabler/icons-react';
import type { Asked } from '#machines/modules/module-vocabulary';
import { t } from '../../../base/i18n.ts';
import classes from './install.module.css';

/** What a module asks for beyond tables of its own, in words. */
export const AskList = ({ asks }: { readonly asks: readonly Asked[] }) => (
  <ul className={classes.asks}>
    {asks.map(({ ask, names }) => (
      <li key={ask}>
        <IconShieldQuestion size={18} aria-hidden />
        <span>{t(`modules.ask.${ask}.text`, { names: names.join(t('modules.listComma')) })}</span>
      </li>
    ))}
  </ul>
);
