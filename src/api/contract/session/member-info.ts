import * as z from 'zod/mini';

/** What replies say of a member, and the rules that the pages of members are made of. Source: wire protocol §3.4, §3.5. */

const text = z._default(z.nullish(z.string()), '');
const moment = z._default(z.nullish(z.number()), null);

/** Both spellings of the dialects stand in replies. An avatar that nobody has chosen is empty, or the address of the one that stands in. */
export const memberInfo = z.object({
  id: z.number(),
  username: z.string(),
  nickname: text,
  email: text,
  mobile: text,
  avatar: text,
  /** 0 unknown, 1 male, 2 female. */
  gender: z._default(z.number(), 0),
  /** `YYYY-MM-DD`. */
  birthday: z._default(z.nullish(z.string()), null),
  /** Two decimals, such as `12.30`. */
  money: z._default(z.string(), '0.00'),
  score: z._default(z.number(), 0),
  /** Unix seconds, like the next. */
  join_time: moment,
  last_login_time: moment,
  last_login_ip: text,
  motto: text,
  /** Empty where no session begins with the reply. */
  token: text,
  /** Empty as well where none was asked for. */
  refresh_token: text,
});

export type WireMemberInfo = z.output<typeof memberInfo>;

/** A rule of the member centre, or of the pages of visitors, with those below it. */
export interface WireMemberRule {
  readonly id: number;
  readonly pid: number;
  readonly type: string;
  readonly title: string;
  readonly name: string;
  readonly path: string;
  readonly icon: string;
  readonly menu_type: string | null;
  readonly url: string;
  readonly component: string;
  readonly extend: string;
  readonly no_login_valid: number;
  readonly remark: string;
  readonly weigh: number;
  readonly children?: readonly WireMemberRule[] | undefined;
}

export const memberRuleShape: z.ZodMiniType<WireMemberRule> = z.object({
  id: z.number(),
  pid: z.number(),
  /** `route`, `menu_dir`, `menu`, `nav_user_menu`, `nav` or `button`. */
  type: z.string(),
  title: text,
  name: z.string(),
  path: text,
  icon: text,
  menu_type: z._default(z.nullish(z.string()), 'tab'),
  url: text,
  component: text,
  extend: z._default(z.string(), 'none'),
  no_login_valid: z._default(z.number(), 0),
  remark: text,
  weigh: z._default(z.number(), 0),
  children: z.optional(z.lazy(() => z.array(memberRuleShape))),
}) as unknown as z.ZodMiniType<WireMemberRule>;
