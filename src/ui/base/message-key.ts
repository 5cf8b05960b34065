import type account from '#locales/zh-cn/account';
import type admin from '#locales/zh-cn/admin';
import type captcha from '#locales/zh-cn/captcha';
import type cascade from '#locales/zh-cn/cascade';
import type changes from '#locales/zh-cn/changes';
import type chatPage from '#locales/zh-cn/chatPage';
import type chatStaff from '#locales/zh-cn/chatStaff';
import type chatWindows from '#locales/zh-cn/chatWindows';
import type coverage from '#locales/zh-cn/coverage';
import type dashboard from '#locales/zh-cn/dashboard';
import type demo from '#locales/zh-cn/demo';
import type designer from '#locales/zh-cn/designer';
import type dev from '#locales/zh-cn/dev';
import type common from '#locales/zh-cn/common';
import type entry from '#locales/zh-cn/entry';
import type entryForms from '#locales/zh-cn/entryForms';
import type errors from '#locales/zh-cn/errors';
import type fault from '#locales/zh-cn/fault';
import type fieldKinds from '#locales/zh-cn/fieldKinds';
import type fields from '#locales/zh-cn/fields';
import type flows from '#locales/zh-cn/flows';
import type help from '#locales/zh-cn/help';
import type icons from '#locales/zh-cn/icons';
import type journal from '#locales/zh-cn/journal';
import type recordLife from '#locales/zh-cn/recordLife';
import type member from '#locales/zh-cn/member';
import type menu from '#locales/zh-cn/menu';
import type modules from '#locales/zh-cn/modules';
import type palette from '#locales/zh-cn/palette';
import type draftPreview from '#locales/zh-cn/draftPreview';
import type problem from '#locales/zh-cn/problem';
import type publicPages from '#locales/zh-cn/public';
import type resources from '#locales/zh-cn/resources';
import type rights from '#locales/zh-cn/rights';
import type safety from '#locales/zh-cn/safety';
import type search from '#locales/zh-cn/search';
import type settings from '#locales/zh-cn/settings';
import type system from '#locales/zh-cn/system';
import type tables from '#locales/zh-cn/tables';
import type upload from '#locales/zh-cn/upload';
import type terminal from '#locales/zh-cn/terminal';
import type verification from '#locales/zh-cn/verification';
import type validation from '#locales/zh-cn/validation';

/** The Chinese files are the source of the keys; `tests/locales.test.ts` holds the English ones to them. */
interface Messages {
  readonly account: typeof account;
  readonly admin: typeof admin;
  readonly captcha: typeof captcha;
  readonly cascade: typeof cascade;
  readonly changes: typeof changes;
  readonly chatPage: typeof chatPage;
  readonly chatStaff: typeof chatStaff;
  readonly chatWindows: typeof chatWindows;
  readonly coverage: typeof coverage;
  readonly dashboard: typeof dashboard;
  readonly demo: typeof demo;
  readonly designer: typeof designer;
  readonly dev: typeof dev;
  readonly common: typeof common;
  readonly entry: typeof entry;
  readonly entryForms: typeof entryForms;
  readonly errors: typeof errors;
  readonly fault: typeof fault;
  readonly fieldKinds: typeof fieldKinds;
  readonly fields: typeof fields;
  readonly flows: typeof flows;
  readonly help: typeof help;
  readonly icons: typeof icons;
  readonly journal: typeof journal;
  readonly recordLife: typeof recordLife;
  readonly member: typeof member;
  readonly menu: typeof menu;
  readonly modules: typeof modules;
  readonly palette: typeof palette;
  readonly draftPreview: typeof draftPreview;
  readonly problem: typeof problem;
  readonly public: typeof publicPages;
  readonly resources: typeof resources;
  readonly rights: typeof rights;
  readonly safety: typeof safety;
  readonly search: typeof search;
  readonly settings: typeof settings;
  readonly system: typeof system;
  readonly tables: typeof tables;
  readonly upload: typeof upload;
  readonly terminal: typeof terminal;
  readonly validation: typeof validation;
  readonly verification: typeof verification;
}

type PathsOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${PathsOf<Tree[Name]>}`;
}[keyof Tree & string];

export type Namespace = keyof Messages;

/** `<namespace>.<path>`, such as `common.action.save`. */
export type MessageKey = PathsOf<Messages>;
