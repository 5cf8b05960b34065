import type { StoreRegistry } from '#domain/modules/registry';
import { isModuleTab, modulesOn, type ModuleRun, type ModuleTab, type StoreModule, type WaitingModule } from '#domain/modules/store-module';
import type { ModuleStoreSnapshot } from './module-store.machine.ts';
import type { RegistryAddingRef } from './registry-adding.machine.ts';

const NO_MODULES: readonly StoreModule[] = [];
const NO_RUNS: readonly ModuleRun[] = [];
export const selectModules = ({ context }: ModuleStoreSnapshot): readonly StoreModule[] => context.facts?.modules ?? NO_MODULES;
export const selectRuns = ({ context }: ModuleStoreSnapshot): readonly ModuleRun[] => context.facts?.runs ?? NO_RUNS;
const NO_WAITING: readonly WaitingModule[] = [];
const NO_REGISTRIES: readonly StoreRegistry[] = [];
export const selectWaiting = ({ context }: ModuleStoreSnapshot): readonly WaitingModule[] => context.facts?.waiting ?? NO_WAITING;
export const selectRegistries = ({ context }: ModuleStoreSnapshot): readonly StoreRegistry[] => context.facts?.registries ?? NO_REGISTRIES;
/** Modules with which something went wrong while nobody looked. */
export const selectUnseen = (snapshot: ModuleStoreSnapshot): readonly StoreModule[] =>
  selectModules(snapshot).filter(({ uid }) => snapshot.context.unseen.includes(uid));
/** The registry that somebody wants to be without. */
export const selectParted = ({ context }: ModuleStoreSnapshot): StoreRegistry | undefined =>
  context.facts?.registries.find(({ id }) => id === context.parted);
/** The one that adds a registry, while its dialog is open. */
export const selectRegistryAdding = ({ children }: ModuleStoreSnapshot): RegistryAddingRef | undefined => children.registryAdding;
export const selectOnTab = (tab: ModuleTab) => (snapshot: ModuleStoreSnapshot) =>
  modulesOn(selectModules(snapshot), tab, snapshot.context.search);
/** Who comes back from a module does not find it on the tab that is shown. */
export const selectIsMoved = (snapshot: ModuleStoreSnapshot): boolean => {
  const { left, tab } = snapshot.context;
  return left !== null && !(isModuleTab(tab) && selectOnTab(tab)(snapshot).some(({ uid }) => uid === left));
};
