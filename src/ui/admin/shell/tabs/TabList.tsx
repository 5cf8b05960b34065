import '../../../kit/form-styles.ts';
import { Popover } from '@mantine/core';
import { IconArrowBackUp, IconLock, IconPin, IconSearch, IconX } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { KeyboardEvent, RefObject } from 'react';
import type { ActorRefFrom } from 'xstate';
import { isOfInputMethod } from '#domain/fields/input-method';
import { hrefOf } from '#domain/base/addresses/address';
import { ranked } from '#domain/base/match-rank';
import type { Tab } from '#machines/shell/tab-input';
import type { tabListLogic } from '#machines/shell/tab-list.logic';
import {
  selectActivePath,
  selectClosed,
  selectGonePaths,
  selectTabs,
  selectUnsavedPaths,
  type TabsRef,
} from '#machines/shell/tabs.machine';
import { AppLink } from '../../../base/AppLink.tsx';
import { t, text } from '../../../base/i18n.ts';
import { MenuAnchor } from '../../../kit/menu/MenuAnchor.tsx';
import { MenuIcon } from '../../../kit/menu/MenuIcon.tsx';
import { takeFocus } from '../../../kit/take-focus.ts';
import { walkLines } from './walk-lines.ts';
import classes from './TabList.module.css';

interface TabListProps {
  readonly tabs: TabsRef;
  readonly list: ActorRefFrom<typeof tabListLogic>;
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** All open pages, to be found by a few letters, opened and closed; below them what was closed lately. */
export function TabList({ tabs, list, button }: TabListProps) {
  const { isOpen, text: typed } = useSelector(list, (snapshot) => snapshot.context);
  const open = useSelector(tabs, selectTabs);
  const closed = useSelector(tabs, selectClosed);
  const leave = () => list.send({ type: 'tabList.closed' });
  const found = ranked(typed, open, (tab) => [text(tab.title)]);
  const foundClosed = ranked(typed, closed, (tab) => [text(tab.title)]);
  const openFirst = (event: KeyboardEvent) => {
    const [first] = found;
    if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent) || !first) return;
    event.preventDefault();
    leave();
    tabs.send({ type: 'tab.chosen', path: first.path });
  };
  return (
    <Popover opened={isOpen} onDismiss={leave} position="bottom-end" width={320} trapFocus returnFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <MenuAnchor button={button} />
      </Popover.Target>
      <Popover.Dropdown className={classes.panel ?? ''} aria-label={t('admin.tabs.all')} onKeyDown={walkLines}>
        <label className={classes.search}>
          <IconSearch size={16} stroke={1.75} aria-hidden />
          <input
            ref={takeFocus}
            data-autofocus
            type="text"
            autoComplete="off"
            spellCheck={false}
            aria-label={t('admin.tabs.find')}
            placeholder={t('admin.tabs.find')}
            value={typed}
            onChange={(event) => list.send({ type: 'tabList.typed', text: event.currentTarget.value })}
            onKeyDown={openFirst}
          />
        </label>
        <div className={classes.lines}>
          <ul aria-label={t('admin.tabs.label')}>
            {found.map((tab) => (
              <TabLine key={tab.path} tab={tab} tabs={tabs} onChosen={leave} />
            ))}
          </ul>
          <output className={classes.none}>
            {found.length === 0 && typed.trim() !== '' && t('admin.tabs.noneFound', { text: typed.trim() })}
          </output>
          {foundClosed.length > 0 && (
            <>
              <h2 className={classes.group}>{t('admin.tabs.closedLately')}</h2>
              <ul aria-label={t('admin.tabs.closedLately')}>
                {foundClosed.map((tab) => (
                  <li key={tab.path} className={classes.line}>
                    <button
                      type="button"
                      className={classes.go}
                      data-line
                      onClick={() => {
                        leave();
                        tabs.send({ type: 'tab.reopenRequested', path: tab.path });
                      }}
                    >
                      <IconArrowBackUp size={16} stroke={1.75} aria-hidden />
                      <span className={classes.title}>{text(tab.title)}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The page somebody is on is in sight when the list opens. */
const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

function TabLine({ tab, tabs, onChosen }: { readonly tab: Tab; readonly tabs: TabsRef; readonly onChosen: () => void }) {
  const { path } = tab;
  const isActive = useSelector(tabs, (snapshot) => selectActivePath(snapshot) === path);
  const isUnsaved = useSelector(tabs, (snapshot) => selectUnsavedPaths(snapshot).includes(path));
  const isGone = useSelector(tabs, (snapshot) => selectGonePaths(snapshot).includes(path));
  const title = text(tab.title);
  return (
    <li ref={isActive ? reveal : undefined} className={classes.line} data-active={isActive || undefined}>
      <AppLink
        to={hrefOf(tab)}
        mode={isActive ? 'replace' : 'push'}
        className={classes.go}
        data-line
        aria-current={isActive ? 'page' : undefined}
        onClick={onChosen}
      >
        <MenuIcon name={tab.icon} sizePx={16} />
        <span className={classes.title}>{title}</span>
        {isUnsaved && (
          <span className={classes.dot} title={t('admin.tabs.unsaved')}>
            <span className={classes.quiet}>{t('admin.tabs.unsaved')}</span>
          </span>
        )}
        {isGone && <IconLock size={14} stroke={2} aria-label={t('admin.tabs.gone')} />}
        {tab.isPinned && <IconPin size={14} stroke={2} aria-label={t('admin.tabs.pinned')} />}
      </AppLink>
      <button
        type="button"
        className={classes.close}
        data-close
        aria-label={t('admin.tabs.close', { title })}
        onClick={() => tabs.send({ type: 'tab.closeRequested', path })}
      >
        <IconX size={14} stroke={2} aria-hidden />
      </button>
    </li>
  );
}
