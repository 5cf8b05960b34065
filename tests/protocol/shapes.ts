import * as z from 'zod';
import type { Spelling } from './spelling.ts';

/** What replies are made of. Only what clients rely on is asked for; whatever else is there may be there. */

/** A key by itself: the older dialect's servers store it as text and tell it so. Source: wire protocol §5.17. */
export const bareKey = ({ dialect }: Spelling): z.ZodType<number> =>
  dialect === 'v2' ? z.number().int() : z.union([z.number().int(), z.string().regex(/^\d+$/u).transform(Number)]);

/** Servers write an empty map as `[]`. */
const map = z.union([z.record(z.string(), z.unknown()), z.tuple([])]);
const flag = z.enum(['0', '1']);
const seconds = z.number().int().nullable();
const id = z.number().int().positive();
const remark = z.string();

export const row = (shape: z.ZodRawShape): z.ZodType => z.looseObject(shape);
export const page = (item: z.ZodType): z.ZodType => z.looseObject({ list: z.array(item), total: z.number().int(), remark });
export const tree = (item: z.ZodType): z.ZodType =>
  z.looseObject({ list: z.array(item.and(z.looseObject({ children: z.array(z.unknown()) }))), remark, total: z.undefined().optional() });

const rule = {
  id,
  name: z.string(),
  controller: z.string(),
  controller_as: z.string(),
  data_table: z.string(),
  primary_key: z.string(),
  status: flag,
};
const journaled = {
  id,
  data_table: z.string(),
  primary_key: z.string(),
  ip: z.string(),
  useragent: z.string(),
  admin: row({ username: z.string(), nickname: z.string() }).nullable(),
};
const deleted = { ...journaled, recycle: row({ name: z.string() }).nullable() };
const changed = {
  ...journaled,
  data_field: z.string(),
  data_comment: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  sensitive: row({ name: z.string() }).nullable(),
};
const json = z.string().refine(
  (value) => {
    try {
      return typeof JSON.parse(value) === 'object';
    } catch {
      return false;
    }
  },
  { message: 'must be JSON text of an object' },
);

export function rowsOf(spelling: Spelling) {
  const { createTime, updateTime, lastLoginTime, lastUploadTime } = spelling;
  const times = { [createTime]: seconds, [updateTime]: seconds };
  return {
    admin: row({
      id,
      username: z.string(),
      nickname: z.string(),
      group_arr: z.array(z.number()),
      status: flag,
      [lastLoginTime]: z.string(),
      ...times,
    }),
    adminGroup: row({ id, pid: z.number(), name: z.string(), rules: z.string(), status: flag, ...times }),
    adminRule: row({
      id,
      pid: z.number(),
      type: z.string(),
      title: z.string(),
      name: z.string(),
      menu_type: z.enum(['tab', 'link', 'iframe']).nullable(),
      keepalive: z.number(),
      ...times,
    }),
    adminLog: row({
      id,
      username: z.string(),
      title: z.string(),
      url: z.string(),
      data: z.string(),
      ip: z.string(),
      [createTime]: seconds,
    }),
    member: row({
      id,
      username: z.string(),
      birthday: z
        .string()
        .regex(/^\d{4}-\d\d-\d\d$/u)
        .nullable(),
      money: z.string(),
      score: z.number(),
      group: row({ name: z.string() }).nullable(),
      ...times,
    }),
    memberGroup: row({ id, name: z.string(), rules: z.string().nullable(), status: flag, ...times }),
    memberRule: row({ id, pid: z.number(), type: z.string(), title: z.string(), name: z.string(), weigh: z.number(), ...times }),
    moneyLog: row({ id, money: z.string(), before: z.string(), after: z.string(), user: map.nullable(), [createTime]: seconds }),
    scoreLog: row({ id, score: z.number(), before: z.number(), after: z.number(), user: map.nullable(), [createTime]: seconds }),
    attachment: row({
      id,
      name: z.string(),
      url: z.string().startsWith('/'),
      full_url: z.string(),
      mimetype: z.string(),
      admin: row({ nickname: z.string() }).nullable(),
      user: row({ nickname: z.string() }).nullish(),
      [lastUploadTime]: seconds,
    }),
    recycleRule: row({ ...rule, ...times }),
    watchRule: row({ ...rule, data_fields: z.array(z.string()), ...times }),
    /** In a list, what the record was is JSON text. */
    deleted: row({ ...deleted, data: json, [createTime]: seconds }),
    /** Of the bin, by itself. */
    entry: row({ ...deleted, data: z.looseObject({}), [createTime]: seconds }),
    watched: row({ ...changed, id_value: z.string(), [createTime]: seconds }),
    /** Of the log of watched fields, by itself. */
    change: row({ ...changed, id_value: bareKey(spelling), [createTime]: seconds }),
  };
}

const text = z.string();

/** A node of the menu; a kept page carries its own name. Source: wire protocol §3.2. */
const menuNode: z.ZodType = z
  .looseObject({
    id,
    pid: z.number(),
    type: z.enum(['menu_dir', 'menu', 'button']),
    title: text,
    name: text,
    path: text,
    icon: text,
    menu_type: z.enum(['tab', 'link', 'iframe']).nullable(),
    url: text,
    component: text,
    keepalive: z.union([z.literal(0), z.string()]),
    extend: text,
    get children() {
      return z.array(menuNode).optional();
    },
  })
  .refine(({ keepalive, name }) => keepalive === 0 || keepalive === name, { message: 'keepalive must be 0 or the name of the rule' });

type Node = { readonly name: string; readonly children?: readonly Node[] };
const names = (nodes: readonly Node[]): readonly string[] => nodes.flatMap((node) => [node.name, ...names(node.children ?? [])]);

export function startOf({ upload, lastLoginTime, menuRules }: Spelling): z.ZodType {
  return z.looseObject({
    adminInfo: z.looseObject({ id, username: text, nickname: text, avatar: text, [lastLoginTime]: text, super: z.boolean() }),
    menus: z
      .array(menuNode)
      .nonempty()
      .refine((menus) => names(menus as readonly Node[]).includes(`${menuRules.rule}/index`), {
        message: `a super administrator's menu must have ${menuRules.rule} with its permission nodes`,
      }),
    siteConfig: z.looseObject({ siteName: text, version: text, cdnUrl: text, apiUrl: text, upload: uploadOf(upload) }),
    terminal: z.looseObject({ npmPackageManager: text }),
  });
}

const uploadOf = (names: readonly string[]): z.ZodType =>
  z.looseObject(Object.fromEntries(names.map((name) => [name, z.union([text, z.number(), z.array(text)])])));

export function frontOf({ upload, dialect }: Spelling): z.ZodType {
  const members = { userInfo: map, rules: z.array(z.unknown()), menus: z.array(z.unknown()) };
  return z.looseObject({
    site: z.looseObject({ siteName: text, recordNumber: text, version: text, cdnUrl: text, upload: uploadOf(upload) }),
    openMemberCenter: z.boolean(),
    ...(dialect === 'v2' ? members : { rules: members.rules }),
  });
}

export const signedInAs = ({ refreshToken, lastLoginTime }: Spelling): z.ZodType =>
  z.looseObject({
    userInfo: z.looseObject({
      id,
      username: text,
      nickname: text,
      avatar: text.min(1),
      token: text.min(1),
      [refreshToken.told]: text.min(1),
      [lastLoginTime]: text,
    }),
  });

export const settings: z.ZodType = z.looseObject({
  list: z.record(
    z.string(),
    z.looseObject({
      name: text,
      title: text,
      list: z
        .array(
          z.looseObject({
            id,
            name: text,
            title: text,
            type: text,
            content: z.union([map, z.literal('')]),
            extend: map,
            input_extend: map,
            allow_del: z.union([z.number(), flag]),
          }),
        )
        .optional(),
    }),
  ),
  remark,
  configGroup: map,
  quickEntrance: z.array(z.looseObject({ key: text, value: text })),
});
