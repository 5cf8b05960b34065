import type { ConfigDescription, Pair } from '#domain/settings/config-item';
import type { AnyRecord } from '#domain/fields/field';
import type { Issue } from '#domain/base/issue';
import type { Owner } from '../base/owner.ts';

/** The words of the pages of settings: what they show, what they are told, and what they send. */
export interface SettingItem extends ConfigDescription {
  readonly id: number;
  readonly name: string;
  /** As its input has it. */
  readonly value: unknown;
  readonly isRemovable: boolean;
  /** Of a secret: whether there is one. */
  readonly isSet: boolean;
  /** Rises with each time that it is saved; left out by servers that do not count. */
  readonly version?: number;
}

export interface SettingGroup {
  readonly key: string;
  readonly title: string;
  readonly items: readonly SettingItem[];
}

export interface SettingsPage {
  readonly groups: readonly SettingGroup[];
  readonly entrances: readonly Pair[];
  /** The newest entries of the own log. */
  readonly log: readonly { readonly id: number; readonly title: string; readonly ip: string; readonly createTime: number }[];
}

/** A setting that was looked for, with the group that it stands in. */
export interface FoundSetting {
  readonly item: SettingItem;
  readonly group: Pick<SettingGroup, 'key' | 'title'>;
}

export interface FieldOf {
  readonly field: string;
}

/** From the saving under way: what is stored already, whatever becomes of the rest. */
type PartSaved = { readonly type: 'settings.partSaved'; readonly names: readonly string[] };

export type SettingsEvent =
  | { readonly type: 'settings.groupChosen'; readonly group: string }
  | ({ readonly type: 'settings.fieldChanged'; readonly value: unknown } & FieldOf)
  | ({ readonly type: 'settings.fieldLeft' } & FieldOf)
  /** Something of the field is under way: nothing is saved until it is freed. */
  | ({ readonly type: 'settings.fieldHeld'; readonly issue: Issue } & FieldOf)
  | ({ readonly type: 'settings.fieldFreed' } & FieldOf)
  /** Looks for a setting in all groups. */
  | { readonly type: 'settings.searchTyped'; readonly text: string }
  | { readonly type: 'settings.submitted' }
  | { readonly type: 'settings.reset' }
  | { readonly type: 'settings.loadRetried' }
  | { readonly type: 'settings.confirmed' }
  | { readonly type: 'settings.cancelled' }
  | { readonly type: 'settings.removeRequested'; readonly id: number; readonly title: string }
  /** `key` makes the write safe to repeat. */
  | { readonly type: 'settings.addRequested'; readonly key: string }
  | { readonly type: 'settings.mailTyped'; readonly to: string }
  | { readonly type: 'settings.mailRequested' }
  | PartSaved;

export interface SettingsWrite {
  /** In wire form. */
  readonly changed: AnyRecord;
  /** Of all groups, changed or not. */
  readonly values: AnyRecord;
  /** By name: which version of what is changed was read. */
  readonly versions: Readonly<Record<string, number>>;
  readonly owner: Owner<PartSaved>;
}
