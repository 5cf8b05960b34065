import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { Explanation } from '#domain/rights/explanation';
import { t } from '#ui/base/i18n.ts';
import classes from './explain.module.css';

interface ExplanationChainProps {
  readonly explanation: Explanation;
  /** Of the administrator. */
  readonly name: string;
}

/** The answer in a sentence, and below it the rule with what stands above it, and what each group gives. */
export function ExplanationChain({ explanation: { reason, isAllowed, node, rules, groups }, name }: ExplanationChainProps) {
  const rule = rules.at(-1)?.title ?? node;
  const Sign = isAllowed ? IconCircleCheck : IconCircleX;
  return (
    <>
      <p className={classes.verdict} data-allowed={isAllowed}>
        <Sign size={20} stroke={1.75} aria-hidden />
        <span>
          <strong>{t(isAllowed ? 'rights.explain.allowed' : 'rights.explain.refused', { name, rule })}</strong>{' '}
          {t(`rights.explain.reason.${reason}`, { name, rule })}
        </span>
      </p>
      {rules.length > 0 && (
        <section>
          <h3 className={classes.heading}>{t('rights.explain.way')}</h3>
          <ol className={classes.way}>
            {rules.map(({ id, title, name: ruleName, isActive }) => (
              <li key={id}>
                {title} <code className={classes.node}>{ruleName}</code> {!isActive && <em>{t('rights.explain.off')}</em>}
              </li>
            ))}
          </ol>
        </section>
      )}
      <section>
        <h3 className={classes.heading}>{t('rights.explain.groups')}</h3>
        {groups.length === 0 && <p className={classes.none}>{t('rights.explain.noGroups')}</p>}
        <ul className={classes.groups}>
          {groups.map((group) => (
            <li key={group.id}>
              <span>{group.name}</span> <span className={classes.gives}>{t(`rights.explain.group.${givenBy(group)}`)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

const givenBy = ({ isActive, isSuper, grants }: Explanation['groups'][number]) =>
  isActive ? (isSuper ? 'all' : grants ? 'gives' : 'lacks') : 'off';
