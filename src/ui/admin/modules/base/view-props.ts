import type { ModulesBundle } from '#actors/modules/modules.bundle';
import type { ModuleStoreRef } from '#machines/modules/module-store.machine';

export interface ModulesViewProps {
  readonly store: ModuleStoreRef;
  readonly keepFile: ModulesBundle['keepFile'];
}
