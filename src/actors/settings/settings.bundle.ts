import { combineLatest, distinctUntilChanged, map, of, startWith, switchMap, type Observable } from 'rxjs';
import { fromCallback, fromPromise, type AnyActorRef } from 'xstate';
import type { Call } from '#api/client';
import { READ_VERSIONS, readConfig, removeConfig, saveConfig, type WireConfigItem } from '#api/contract/settings/config';
import { readOwnProfile, saveOwnProfile } from '#api/contract/session/own-profile';
import { configItem } from '#api/contract/settings/config-item';
import { sectionOfSetting } from '#api/contract/settings/setting-section';
import { adminInit } from '#api/contract/session/session';
import { sendTestMail } from '#api/contract/session/verification';
import { configInput, isSecretType } from '#domain/settings/config-item';
import type { AnyRecord } from '#domain/fields/field';
import { isPictureAddress } from '#domain/base/addresses/picture-address';
import type { AdminInfo } from '#domain/session/people';
import { nodePath } from '#domain/rights/permission';
import type { SiteConfig } from '#domain/app/site-config';
import { selectIsRecordDirty as selectIsFormDirty } from '#machines/table/record-form.machine';
import { selectAreSettingsDirty, settingsMachine, type SettingsRef } from '#machines/settings/settings.machine';
import type { SettingItem, SettingsEvent, SettingsPage } from '#machines/settings/settings.vocabulary';
import type { TabsRef } from '#machines/shell/tabs.machine';
import { adminInfoOf } from '../session/admin-info.ts';
import { endingOthers } from '../session/others-ended.ts';
import { recordFormLogic } from '../table/record-form.actors.ts';
import { siteOfStart } from '../base/site-config.ts';
import { snapshots } from '../base/snapshots.ts';
import { besideOf } from '../base/unsaved-beside.ts';
import { knownResources, withAllSections } from '../base/resource-book.ts';
import type { KeepSettings } from './settings-drafts.ts';

export interface SettingsPorts {
  readonly call: Call;
  /** What everybody sees of the site and of whoever is signed in is this now. */
  readonly refreshed: (start: { readonly site: SiteConfig; readonly person: AdminInfo }) => void;
  /** The strip that marks tabs with unsaved work. */
  readonly tabsOf: () => TabsRef | undefined;
  readonly keep: KeepSettings;
}

/** The logics of the pages of settings, with their effects bound. */
export interface SettingsBundle {
  readonly config: typeof settingsMachine;
  readonly profile: typeof settingsMachine;
}

type WireMap = Readonly<Record<string, string>> | string | readonly unknown[];

/** An empty map may come as a list or a text. */
const mapOf = (map: WireMap): Readonly<Record<string, string>> =>
  typeof map === 'string' || Array.isArray(map) ? {} : (map as Record<string, string>);

function itemOf(item: WireConfigItem): SettingItem {
  const isRemote = item.type === 'remoteSelect' || item.type === 'remoteSelects';
  const known = { type: item.type, of: isRemote ? sectionOfSetting(knownResources(), item.input_extend) : undefined };
  return {
    ...known,
    id: item.id,
    name: item.name,
    rule: item.rule,
    title: item.title,
    tip: item.tip,
    options: mapOf(item.content),
    // Whatever a stock server sends of a secret, nothing here needs it.
    value: isSecretType(item.type) ? '' : configInput(known, item.value),
    isRemovable: item.allow_del === 1,
    isSet: item.is_set ?? false,
    ...(item.version !== undefined && { version: item.version }),
  };
}

const text = (values: AnyRecord, name: string): string => (typeof values[name] === 'string' ? values[name] : '');

export function settingsBundle({ call, refreshed, tabsOf, keep }: SettingsPorts): SettingsBundle {
  /** Goes on when the page is left, and is not waited for: what was saved is saved, whether this arrives or not. */
  function refresh(): void {
    // The shell may be reading its rights by the same call: neither puts an end to the other.
    call(adminInit, {}, { duplicates: 'allowed' }).then(
      (start) => refreshed({ site: siteOfStart(start), person: adminInfoOf(start.adminInfo) }),
      // The next start of the back office reads it again.
      () => undefined,
    );
  }
  const watchWork = (name: string) =>
    fromCallback<SettingsEvent, { readonly settings: AnyActorRef }>(({ input }) => {
      const path = nodePath('admin', name);
      const tell = (isUnsaved: boolean) => tabsOf()?.send({ type: 'page.unsavedChanged', path, isUnsaved });
      const settings = input.settings as SettingsRef;
      const news = unsavedIn(settings).subscribe(tell);
      const kept = keep(path, settings);
      return () => {
        news.unsubscribe();
        kept();
        tell(false);
      };
    });
  return {
    config: configLogic(call, refresh).provide({ actors: { watchWork: watchWork('routine/config') } }),
    profile: profileLogic(call, refresh).provide({ actors: { watchWork: watchWork('routine/adminInfo') } }),
  };
}

/** What was typed into the page, or into the form of a new setting, and what stands beside that this once. */
function unsavedIn(settings: SettingsRef): Observable<boolean> {
  const beside = besideOf(settings);
  const typed = snapshots(settings).pipe(
    switchMap((snapshot) => {
      const { itemForm } = snapshot.children;
      return itemForm ? snapshots(itemForm).pipe(map(selectIsFormDirty)) : of(selectAreSettingsDirty(snapshot));
    }),
  );
  return combineLatest([typed, beside.changes.pipe(startWith(null))]).pipe(
    map(([isTyped]) => isTyped || beside.count > 0),
    distinctUntilChanged(),
  );
}

type Refresh = () => void;

const configLogic = (call: Call, refresh: Refresh): typeof settingsMachine =>
  settingsMachine.provide({
    actors: {
      loadPage: fromPromise(async ({ signal }): Promise<SettingsPage> => {
        const { list, quickEntrance } = await withAllSections(call(readConfig, {}, { signal }));
        const groups = Object.values(list).map(({ name, title, list: items }) => ({ key: name, title, items: items.map(itemOf) }));
        return { groups, entrances: quickEntrance, log: [] };
      }),
      savePage: fromPromise(async ({ input: { changed, versions }, signal }) => {
        await call(saveConfig, { ...changed, ...(Object.keys(versions).length > 0 && { [READ_VERSIONS]: versions }) }, { signal });
        refresh();
      }),
      removeItem: fromPromise(async ({ input: { id }, signal }) => void (await call(removeConfig, { ids: [id] }, { signal }))),
      sendMail: fromPromise(async ({ input: { values, to }, signal }) => {
        const names = ['smtp_server', 'smtp_port', 'smtp_user', 'smtp_verification', 'smtp_sender_mail'] as const;
        const typed = Object.fromEntries(names.map((name) => [name, text(values, name)]));
        // One that is to be taken away is not tried out as the stored one.
        await call(sendTestMail, { ...typed, smtp_pass: values['smtp_pass'] as string | null, testMail: to }, { signal });
      }),
      itemForm: recordFormLogic({ call, resourceOf: () => configItem }),
    },
  });

const profileItem = (name: string, type: string, value: string, rule = ''): SettingItem => ({
  id: 0,
  name,
  type,
  rule,
  title: '',
  tip: '',
  options: {},
  value,
  isRemovable: false,
  isSet: false,
});

const profileLogic = (call: Call, refresh: Refresh): typeof settingsMachine =>
  settingsMachine.provide({
    actors: {
      loadPage: fromPromise(async ({ signal }): Promise<SettingsPage> => {
        const { info, log } = await call(readOwnProfile, {}, { signal });
        const items = [
          // What no page may show is the server's own picture for who has none.
          profileItem('avatar', 'image', [info.own_avatar ?? info.avatar ?? ''].find(isPictureAddress) ?? ''),
          profileItem('nickname', 'string', info.nickname ?? '', 'required'),
          profileItem('email', 'string', info.email ?? '', 'email'),
          profileItem('mobile', 'string', info.mobile ?? '', 'mobile'),
          profileItem('motto', 'textarea', info.motto ?? ''),
          profileItem('oldPassword', 'password', ''),
          profileItem('password', 'password', ''),
        ];
        const entries = log.map(({ id, title, ip, create_time: createTime }) => ({ id, title, ip: ip ?? '', createTime }));
        return { groups: [{ key: 'profile', title: info.username, items }], entrances: [], log: entries };
      }),
      savePage: fromPromise(async ({ input: { changed, values, owner }, signal }) => {
        const { avatar, ...others } = changed;
        const { nickname, email, mobile, motto, password } = values;
        const texts = { nickname, email, mobile, motto };
        // With an avatar the call ends, so that it goes by itself.
        const options = (sent: AnyRecord) => ({
          signal,
          whole: async () => ({ ...sent, id: (await call(readOwnProfile, {})).info.id }),
        });
        // What can be refused goes first: a picture that is stored while the rest is refused would still count as unsaved.
        if (Object.keys(others).length > 0) {
          const save = () => call(saveOwnProfile, others, options({ ...texts, ...(password ? { password } : {}) }));
          await (password ? endingOthers(call, save) : save());
          // Where the picture fails, a password that was changed must not be sent once more: the old one is wrong by then.
          owner.send({ type: 'settings.partSaved', names: Object.keys(others) });
          refresh();
        }
        if (typeof avatar !== 'string') return;
        await call(saveOwnProfile, { avatar }, options({ ...(avatar === '' && texts), avatar }));
        refresh();
      }),
    },
  });
