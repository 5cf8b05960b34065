import { menuTrail, type MenuItem } from '#domain/shell/menu';
import { t, text } from '../../base/i18n.ts';
import classes from '../base/Header.module.css';

export interface BreadcrumbProps {
  readonly items: readonly MenuItem[];
  readonly currentPath: string;
  /** Title of a page that stands in no menu. */
  readonly fallback: string;
}

/** The way through the menu to the current page. */
export function Breadcrumb({ items, currentPath, fallback }: BreadcrumbProps) {
  const trail = menuTrail(items, currentPath);
  const titles = trail.length > 0 ? trail.map(({ title }) => text(title)) : [fallback].filter(Boolean);
  return (
    <nav aria-label={t('admin.shell.breadcrumb')}>
      <ol className={classes.breadcrumb}>
        {titles.map((title, index) => (
          <li key={title} aria-current={index === titles.length - 1 ? 'page' : undefined}>
            {title}
          </li>
        ))}
      </ol>
    </nav>
  );
}
