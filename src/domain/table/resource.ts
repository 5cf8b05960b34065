import type { AnyRecord, Fields } from '../fields/field.ts';
import type { Texts } from '../fields/kinds/base/declared.ts';
import { describedKind } from '../fields/kinds/registry.ts';
import type { Issues } from '../base/issue.ts';
import type { Language } from '../base/language.ts';
import type { Life } from '../life/life.ts';
import type { KeptOut } from '../changes/change.ts';
import type { SortOrder } from './resource-query.ts';

export type RowAction = 'sort' | 'edit' | 'delete';

/** The calls a resource can have. */
export type ResourceCall = 'list' | 'read' | 'add' | 'save' | 'remove' | 'sort';

/** What a write is: the last part of the permission node it asks for. */
export type WriteAction = 'add' | 'edit' | 'del' | 'sortable';

/** Whose rows an administrator who is not super may see and touch. Source: wire protocol §4.9. */
export interface DataLimit {
  readonly rule: 'personal' | 'parent' | 'allAuth' | 'allAuthAndOthers' | 'ownGroups' | 'ownRules' | { readonly group: number };
  /** Column with the owning administrator's id; with `ownGroups` and `ownRules` that of the group or rule itself. */
  readonly ownerColumn: string;
}

export interface MenuDirectory {
  /** Name of its rule; `menu.<name>` is its title. */
  readonly name: string;
  readonly icon: string;
  /** What is heavier stands higher. */
  readonly sortOrder: number;
  readonly id?: number;
}

/** Where the page of a section stands in the menu; its rules follow from it. */
export interface MenuPlace {
  /** The directory: one of its own, or the name of one that is there; empty at the top. */
  readonly under: string | MenuDirectory;
  readonly icon: string;
  readonly sortOrder: number;
  /** Rights beside those that the calls of the section ask for; one with a slash is named in full, and need not be of this page. */
  readonly nodes?: readonly string[];
  /** Rights that came when installations had those above by their ids: these they get at their next start, by their names. */
  readonly laterNodes?: readonly string[];
  /**
   * Ids of the rules of the page and of its rights, or the first of them where they follow each other: for sections that installations
   * have by these. A new one names none.
   */
  readonly ids?: number | readonly number[];
}

/** Where a designed section stands whose place nobody has chosen. */
export const PLACE_AT_TOP: MenuPlace = { under: '', icon: 'el-icon-Grid', sortOrder: 0 };

/**
 * A table of the back office as data. From it follow the server's queries, validation, permissions and change records,
 * and the browser's table, search panel, form and texts.
 */
export interface Resource<F extends Fields = Fields> {
  /** Unique camelCase name; also the namespace of its texts: `resources.<name>.…`. */
  readonly name: string;
  /** Dotted controller of the protocol, such as `goods.Goods`. */
  readonly controller: string;
  readonly table: string;
  readonly fields: F;
  /** Field whose value names a record to people; the label of remote selects. */
  readonly titleField: string;
  /** Fields that name a record to readers of other languages, where they are filled. */
  readonly titleIn?: { readonly [L in Language]?: string };
  /** Of shipped sections alone: names of records that come with the program, as they are stored; `resources.<name>.shipped.<stored name>` is how they read until somebody changes them. */
  readonly shippedNames?: readonly string[];
  readonly rowActions: readonly RowAction[];
  readonly defaultOrder: SortOrder;
  /** Records are entries of a ledger: the field with what each changes, and the one with what stood before, which follows from the rest. */
  readonly ledger?: { readonly change: string; readonly before: string };
  /** A tree by its `parent` field: lists are nested and unpaged. */
  readonly tree?: boolean;
  /** There are a few thousand records at most: no filter of the list needs an index. */
  readonly isSmall?: true;
  readonly dataLimit?: DataLimit;
  /** The calls that exist, where not all do: records that only the server makes have no `add`. */
  readonly calls?: readonly ResourceCall[];
  /** `never`: the list does not go out as a file although it can be seen. */
  readonly export?: 'never';
  /** `never`: records are added one by one, by rules that the call itself has, such as those of a ledger. */
  readonly import?: 'never';
  /** Writes that do more than can be put back from the record's own row: to groups, to sessions, to bytes that are gone. */
  readonly final?: readonly WriteAction[];
  /** `never`: the journal says that a record was written or deleted and by whom, but not what it held. */
  readonly images?: 'never';
  /**
   * `never`: what is deleted does not wait in the recycle bin, for more than the record is gone. `fromNow`: only what is kept while it is
   * deleted waits, for a rule that is made later finds no more than the row.
   */
  readonly bin?: 'never' | 'fromNow';
  readonly label?: Texts;
  /** Which states a record has, and what leads from one to another: nothing else changes the field that says the state. */
  readonly life?: Life;
  /** The field of a shipped life, for those who know the declaration without it: browsers. */
  readonly lifeField?: string;
  /** Every shipped section has one. */
  readonly menu?: MenuPlace;
  /** Rules that concern several fields; only shipped resources have them. `values` is the whole record after the write. */
  readonly check?: (values: Readonly<Record<string, unknown>>) => Issues;
}

/** A section whose records have a life. */
export type LivingResource = Resource & { readonly life: Life };

/** `goods.Goods` → `goods/goods`: path of its page and prefix of its permission nodes. */
export const pagePathOf = (resource: Pick<Resource, 'controller'>): string =>
  resource.controller
    .split('.')
    .map((part) => part.charAt(0).toLowerCase() + part.slice(1))
    .join('/');

const controllerPath = (text: string): string =>
  text
    .replace(/\.php$/iu, '')
    .replaceAll(/[.\\]/gu, '/')
    .toLowerCase();

/** The section of a controller as rules and other servers name it: `goods/Goods`, `goods.Goods` or `goods/Goods.php`. */
export function resourceOfController<R extends Pick<Resource, 'controller'>>(resources: readonly R[], controller: string): R | undefined {
  return resources.find((resource) => controllerPath(resource.controller) === controllerPath(controller));
}

/** Whether the resource answers this call at all; who may make it is another question. */
export const hasCall = ({ calls }: Pick<Resource, 'calls'>, call: ResourceCall): boolean => calls === undefined || calls.includes(call);

/** Whether the journal of changes has versions of the section's records to show: those of a ledger are never written again. */
export const hasVersions = (resource: Pick<Resource, 'calls'>): boolean => hasCall(resource, 'save');

/** Whoever may see the list may take it away as a file. */
export const canExport = (resource: Pick<Resource, 'calls' | 'export'>): boolean =>
  hasCall(resource, 'list') && resource.export !== 'never';

/**
 * Why a write cannot be taken back, or null: the section says so, or it writes what no change record holds, which may be a secret. Sorting
 * apart, a record with secrets comes and goes for good.
 */
export function keptOutOf(
  { fields, final = [], images }: Pick<Resource, 'fields' | 'final' | 'images'>,
  action: WriteAction,
  values: AnyRecord = {},
): KeptOut | null {
  const secrets = Object.entries(fields).filter(([, field]) => describedKind(field).storage === 'secret');
  const isSecret = secrets.length > 0 && (action === 'add' || action === 'del' || secrets.some(([key]) => Boolean(values[key])));
  if (isSecret) return 'secret';
  return images === 'never' || final.includes(action) ? 'elsewhere' : null;
}

/** Whether a write cannot be taken back. */
export const isFinal = (resource: Pick<Resource, 'fields' | 'final' | 'images'>, action: WriteAction, values: AnyRecord = {}): boolean =>
  keptOutOf(resource, action, values) !== null;

/** Key of the field of a kind that a resource has at most once, such as `sortOrder`. */
export const fieldOfKind = (resource: Resource, kind: Fields[string]['kind']): string | undefined =>
  Object.entries(resource.fields).find(([, field]) => field.kind === kind)?.[0];
