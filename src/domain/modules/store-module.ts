import type { Ask, ModuleTexts } from './module-manifest.ts';

/** A module as the store shows it. */
export interface StoreModule {
  readonly uid: string;
  readonly title: ModuleTexts;
  readonly intro: ModuleTexts;
  readonly author: string;
  /** A name of the icon libraries. */
  readonly icon: string;
  /** An address that holds its picture; '' where it has none. */
  readonly cover: string;
  /** The one that is installed; null where none is. */
  readonly version: string | null;
  readonly state: 'available' | 'installed' | 'paused';
  readonly isPinned: boolean;
  /** What the newest version asks for beyond tables of its own. */
  readonly asks: readonly Ask[];
  /** Versions there are packages of, the newest first. */
  readonly versions: readonly StoreVersion[];
  /** Why the installed version should not be used any more; null where nobody said so. */
  readonly withdrawn: ModuleTexts | null;
}

export interface StoreVersion {
  readonly version: string;
  readonly trust: ModuleTrust;
  /** Why it should not be used any more; null where nobody said so. */
  readonly withdrawn: ModuleTexts | null;
}

/**
 * `shipped`: the program's own list says what it is. `trusted`: signed by a key of the settings. `listed`: a registry that somebody added
 * tells of it, and by whom it is signed.
 */
export const MODULE_TRUST = ['shipped', 'trusted', 'listed'] as const;
export type ModuleTrust = (typeof MODULE_TRUST)[number];

/** What was done with a module, by whom and when (Unix seconds). */
export interface ModuleRun {
  readonly id: number;
  readonly uid: string;
  readonly kind: string;
  readonly from: string | null;
  readonly to: string | null;
  /** The account's name; null where it is gone. */
  readonly by: string | null;
  readonly at: number;
}

/** A removed module whose records wait. */
export interface WaitingModule {
  readonly uid: string;
  readonly rows: number;
  /** Until then, in Unix seconds. */
  readonly until: number;
}

export const STORE_TABS = ['available', 'installed', 'updates', 'waiting', 'runs', 'registries'] as const;
export type StoreTab = (typeof STORE_TABS)[number];
/** Those that show modules. */
export type ModuleTab = Extract<StoreTab, 'available' | 'installed' | 'updates'>;
export const isModuleTab = (tab: StoreTab): tab is ModuleTab => tab === 'available' || tab === 'installed' || tab === 'updates';

export type ModuleAct = 'install' | 'update' | 'rollback';

/** What bringing a module to a version is; null where it is there, kept at another one, or where that version was withdrawn. */
export function actFor({ version, versions, isPinned }: StoreModule, wanted: string): ModuleAct | null {
  if (versions.some((known) => known.version === wanted && known.withdrawn !== null)) return null;
  if (version === null) return 'install';
  if (version === wanted || isPinned) return null;
  const placeOf = (one: string): number => versions.findIndex((known) => known.version === one);
  return placeOf(wanted) < placeOf(version) ? 'update' : 'rollback';
}

/** The newest version that can be had. */
const newestOf = ({ versions }: StoreModule): StoreVersion | undefined =>
  versions.find(({ withdrawn }) => withdrawn === null) ?? versions[0];

/** The version that a module can be brought to next; null where there is none, or where it is kept at its own. */
export function updateOf(module: StoreModule): string | null {
  const newest = newestOf(module)?.version;
  return newest !== undefined && actFor(module, newest) === 'update' ? newest : null;
}

/** The version that is looked at first. */
export const firstVersionOf = (module: StoreModule): string => updateOf(module) ?? module.version ?? newestOf(module)?.version ?? '';

const isOn = (module: StoreModule, tab: ModuleTab): boolean => {
  if (tab === 'available') return module.version === null;
  return tab === 'updates' ? updateOf(module) !== null : module.version !== null;
};

/** The modules of a tab in whose name, texts or author the words stand. */
export function modulesOn(modules: readonly StoreModule[], tab: ModuleTab, words: string): readonly StoreModule[] {
  const wanted = words.trim().toLowerCase().split(/\s+/u);
  return modules.filter((module) => {
    if (!isOn(module, tab)) return false;
    const { uid, title, intro, author } = module;
    const all = [uid, author, ...Object.values(title), ...Object.values(intro)].join(' ').toLowerCase();
    return wanted.every((word) => all.includes(word));
  });
}
