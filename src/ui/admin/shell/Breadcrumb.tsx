import { IconChevronDown } from '@tabler/icons-react';
import { menuTrail, type MenuItem } from '#domain/shell/menu';
import { AppLink } from '../../base/AppLink.tsx';
import { t, text } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import { useMenuControl } from '../../kit/menu/menu-control.ts';
import classes from '../base/Header.module.css';

const DirectoryMenu = lazyView(async () => (await import('./menu/DirectoryMenu.tsx')).DirectoryMenu);

export interface BreadcrumbProps {
  readonly items: readonly MenuItem[];
  readonly currentPath: string;
  /** Title of a page that stands in no menu. */
  readonly fallback: string;
}

/** The way through the menu to the current page: pages on it are links, directories open what stands below them. */
export function Breadcrumb({ items, currentPath, fallback }: BreadcrumbProps) {
  const trail = menuTrail(items, currentPath);
  const above = trail.slice(0, -1);
  const current = text(trail.at(-1)?.title ?? fallback);
  return (
    <nav aria-label={t('admin.shell.breadcrumb')}>
      <ol className={classes.breadcrumb}>
        {above.map((item) => (
          <li key={item.id}>
            <Part item={item} currentPath={currentPath} />
          </li>
        ))}
        {current !== '' && <li aria-current="page">{current}</li>}
      </ol>
    </nav>
  );
}

interface PartProps {
  readonly item: MenuItem;
  readonly currentPath: string;
}

function Part({ item, currentPath }: PartProps) {
  if (item.kind === 'directory') return <Directory item={item} currentPath={currentPath} />;
  if (item.kind === 'link' || item.kind === 'unrecognized') return text(item.title);
  return (
    <AppLink to={item.path} className={classes.crumb}>
      {text(item.title)}
    </AppLink>
  );
}

function Directory({ item, currentPath }: PartProps) {
  const { menu, button, buttonProps } = useMenuControl(`breadcrumb:${item.id}`, 'menu');
  return (
    <>
      <button ref={button} type="button" className={classes.crumb} {...buttonProps}>
        <span>{text(item.title)}</span>
        <IconChevronDown size={13} stroke={2} aria-hidden="true" />
      </button>
      <LazyDialog isOpen={menu.isOpen}>
        <DirectoryMenu {...menu} items={item.children} currentPath={currentPath} />
      </LazyDialog>
    </>
  );
}
