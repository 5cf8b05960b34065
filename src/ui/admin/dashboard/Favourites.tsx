import { IconPin } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { MAX_FAVOURITES } from '#domain/shell/dashboard-layout';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectMenuItems } from '#machines/shell/admin-shell.machine';
import { selectIsArranging, selectDashboardLayout, type DashboardLayoutRef } from '#machines/shell/dashboard-layout.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { t, text } from '../../base/i18n.ts';
import { useShell } from '../../base/shell-context.ts';
import { MenuIcon } from '../../kit/menu/MenuIcon.tsx';
import classes from './board.module.css';
import { pagesBelow } from './pages-below.ts';

/** The pages that somebody keeps at hand; while the page is arranged, all there are, to be chosen from. */
export function Favourites({ layout }: { readonly layout: DashboardLayoutRef }) {
  const pages = pagesBelow(useSelector(useShell(), selectMenuItems));
  const { favourites } = useSelector(layout, selectDashboardLayout);
  const isArranging = useSelector(layout, selectIsArranging);
  const isKeeping = useSelector(layout, selectIsBusy);
  const chosen = favourites.flatMap((name) => pages.filter(({ item }) => item.name === name));
  if (isArranging) {
    const names = pages.map(({ item }) => item.name);
    return (
      <fieldset className={classes.choices} disabled={isKeeping}>
        <legend>{t('dashboard.chooseFavourites', { count: chosen.length, most: MAX_FAVOURITES })}</legend>
        {pages.map(({ item }) => (
          <button
            key={item.id}
            type="button"
            className={classes.favourite}
            aria-pressed={favourites.includes(item.name)}
            disabled={chosen.length >= MAX_FAVOURITES && !favourites.includes(item.name)}
            onClick={() => layout.send({ type: 'layout.favouriteToggled', page: item.name, pages: names })}
          >
            <MenuIcon name={item.icon} sizePx={16} />
            {text(item.title)}
          </button>
        ))}
      </fieldset>
    );
  }
  return (
    <nav aria-label={t('dashboard.favourites')} className={classes.favourites}>
      {chosen.map(({ item }) => (
        <AppLink key={item.id} to={item.path} className={classes.favourite}>
          <MenuIcon name={item.icon} sizePx={16} />
          {text(item.title)}
        </AppLink>
      ))}
      {chosen.length === 0 && (
        <button type="button" className={classes.favourite} data-empty onClick={() => layout.send({ type: 'layout.arrangeRequested' })}>
          <IconPin size={16} stroke={1.75} aria-hidden="true" />
          {t('dashboard.pinPages')}
        </button>
      )}
    </nav>
  );
}
