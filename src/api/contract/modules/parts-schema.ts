import * as z from 'zod/mini';
import { PACKAGE_BOUNDS } from '#domain/modules/module-manifest';
import { PART_SETTING_RULES, PART_SETTINGS, type ModulePage, type ModuleParts } from '#domain/modules/module-parts';
import { parsed } from './module-schema.ts';

const plain = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[^\p{Cc}]*$/u));
const texts = (max: number) => z.strictObject({ 'zh-cn': plain(max), en: plain(max) });
const key = z.string().check(z.regex(/^[a-z][a-zA-Z0-9]{0,40}$/u));
const keys = z.array(key).check(z.maxLength(40));
/** The column of a setting's name holds no more. */
const settingName = z.string().check(z.regex(/^[a-z][a-z0-9_]{3,29}$/u));
const pageName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,40}$/u));
const option = z.string().check(z.regex(/^[a-zA-Z0-9_-]{1,40}$/u));
const values = z.array(option).check(z.minLength(1), z.maxLength(20));

const settings = z
  .array(
    z.strictObject({
      name: settingName,
      title: texts(50),
      tip: z.optional(texts(100)),
      type: z.enum(PART_SETTINGS),
      rules: z._default(z.array(z.enum(PART_SETTING_RULES)).check(z.maxLength(4)), []),
      initial: z._default(z.string().check(z.maxLength(500)), ''),
      options: z.optional(z.record(option, texts(50))),
    }),
  )
  .check(z.maxLength(PACKAGE_BOUNDS.settings));

const publicParts = z.strictObject({
  read: z._default(
    z.record(
      key,
      z.strictObject({
        fields: keys.check(z.minLength(1)),
        where: z._default(z.record(key, values), {}),
        from: z.optional(key),
        until: z.optional(key),
        order: z._default(z.array(z.strictObject({ field: key, direction: z.enum(['asc', 'desc']) })).check(z.maxLength(3)), []),
      }),
    ),
    {},
  ),
  write: z._default(
    z.record(
      key,
      z.strictObject({
        fields: keys.check(z.minLength(1)),
        set: z._default(z.record(key, option), {}),
        mailTo: z._default(z.array(settingName).check(z.maxLength(3)), []),
      }),
    ),
    {},
  ),
});

const textFields = z.strictObject({ zh: key, en: z.optional(key) });
const common = {
  section: key,
  title: texts(60),
  intro: z.optional(texts(300)),
  nav: z.optional(z.union([z.literal('always'), settingName])),
};
const item = z.strictObject({ title: textFields, text: z.optional(textFields), picture: z.optional(key), day: z.optional(key) });
const listItem = z.extend(item, { address: z.optional(key) });

const page = z.discriminatedUnion('template', [
  z.strictObject({
    template: z.literal('list'),
    ...common,
    look: z._default(z.enum(['entries', 'folds']), 'entries'),
    item: listItem,
    opens: z.optional(pageName),
    by: z.optional(z.strictObject({ field: key, title: textFields })),
  }),
  z.strictObject({ template: z.literal('article'), ...common, list: z.optional(pageName), item }),
  z.strictObject({
    template: z.literal('form'),
    ...common,
    list: z.optional(pageName),
    of: z.optional(z.strictObject({ field: key, title: textFields, intro: z.optional(textFields) })),
    done: texts(200),
  }),
]);

/** `settings.json`. @throws PackageFileError */
export const parseSettings = (json: unknown): ModuleParts['settings'] => parsed(settings, json);
/** `public.json`. @throws PackageFileError */
export const parsePublicParts = (json: unknown): Pick<ModuleParts, 'read' | 'write'> => parsed(publicParts, json);
/** A file of `pages`; its name is the page's. @throws PackageFileError */
export const parsePage = (json: unknown): DistributiveOmit<ModulePage, 'name'> => parsed(page, json);

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
