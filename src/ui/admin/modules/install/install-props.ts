import type { ModuleInstallRef } from '#machines/modules/module-install.machine';
import type { ModuleStoreRef } from '#machines/modules/module-store.machine';

export interface InstallProps {
  readonly store: ModuleStoreRef;
  readonly install: ModuleInstallRef;
}
