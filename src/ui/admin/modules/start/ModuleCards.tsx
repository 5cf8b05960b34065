import { IconPackage, IconSearchOff } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { updateOf, type ModuleTab, type StoreModule } from '#domain/modules/store-module';
import { selectOnTab } from '#machines/modules/module-store.selectors';
import type { ModuleStoreRef } from '#machines/modules/module-store.machine';
import { t } from '../../../base/i18n.ts';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { takeLostFocus } from '../../../kit/take-focus.ts';
import { moduleText } from '../base/module-words.ts';
import { ModuleCover, ModuleMark, StateBadges } from '../base/ModuleMark.tsx';
import { ModuleMenu } from '../base/ModuleMenu.tsx';
import classes from './store.module.css';

interface CardsProps {
  readonly store: ModuleStoreRef;
  readonly tab: ModuleTab;
}

const sameModules = (a: readonly StoreModule[], b: readonly StoreModule[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);

/** The modules of a tab. */
export function ModuleCards({ store, tab }: CardsProps) {
  const modules = useSelector(store, selectOnTab(tab), sameModules);
  const isSearched = useSelector(store, ({ context }) => context.search.trim() !== '');
  if (modules.length === 0)
    return isSearched ? (
      <EmptyState level={2} icon={<IconSearchOff size={32} stroke={1.5} />} title={t('modules.store.nothingFound')} />
    ) : (
      <EmptyState
        level={2}
        icon={<IconPackage size={32} stroke={1.5} />}
        title={t(`modules.none.${tab}`)}
        text={t(`modules.noneText.${tab}`)}
      />
    );
  return (
    <ul className={classes.list} aria-label={t(`modules.tab.${tab}`)}>
      {modules.map((module) => (
        <ModuleCard key={module.uid} store={store} module={module} />
      ))}
    </ul>
  );
}

function ModuleCard({ store, module }: { readonly store: ModuleStoreRef; readonly module: StoreModule }) {
  const { uid, title, intro, author, icon, version, versions, asks } = module;
  const isLeft = useSelector(store, ({ context }) => context.left === uid);
  const newest = versions.find(({ withdrawn }) => withdrawn === null) ?? versions[0];
  const isOffered = version === null || updateOf(module) !== null;
  return (
    <li className={classes.card}>
      <ModuleCover module={module} />
      <div className={classes.cardHead}>
        <ModuleMark icon={icon} />
        <div className={classes.cardNames}>
          <button
            ref={isLeft ? takeLostFocus : undefined}
            type="button"
            className={classes.cardTitle}
            onClick={() => store.send({ type: 'module.chosen', uid })}
          >
            {moduleText(title)}
          </button>
          <span className={classes.by}>{version === null ? `${author} · ${newest?.version ?? ''}` : author}</span>
        </div>
        {version !== null && <ModuleMenu store={store} module={module} />}
      </div>
      <p className={classes.cardText}>{moduleText(intro)}</p>
      <div className={classes.cardFoot}>
        <StateBadges module={module} />
        {newest && isOffered && <span className={classes.trust}>{t(`modules.trust.${newest.trust}`)}</span>}
        {/* What an installed one may do was agreed to; what a new version asks for beyond that, its plan says. */}
        {asks.length > 0 && version === null && (
          <span className={classes.asks}>
            {t('modules.store.asksFor', { what: asks.map((ask) => t(`modules.ask.${ask}.name`)).join(t('modules.listComma')) })}
          </span>
        )}
      </div>
    </li>
  );
}
