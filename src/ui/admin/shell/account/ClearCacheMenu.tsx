import { IconEraser } from '@tabler/icons-react';
import { t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { useMenuControl } from '../../../kit/menu/menu-control.ts';
import { LazyDialog } from '../../../kit/dialogs/LazyDialog.tsx';
import { ToolButton } from '../../../kit/ToolButton.tsx';

const ClearCacheItems = lazyView(async () => (await import('./ClearCacheItems.tsx')).ClearCacheItems);

/** The button whose menu clears caches. */
export function ClearCacheMenu() {
  const { menu, button, buttonProps } = useMenuControl('clearCacheMenu', 'menu');
  return (
    <>
      <ToolButton ref={button} label={t('admin.cache.label')} {...buttonProps}>
        <IconEraser size={19} stroke={1.75} aria-hidden="true" />
      </ToolButton>
      <LazyDialog isOpen={menu.isOpen}>
        <ClearCacheItems {...menu} />
      </LazyDialog>
    </>
  );
}
