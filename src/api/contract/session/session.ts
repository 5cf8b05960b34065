import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';
import { memberInfo, memberRuleShape } from './member-info.ts';

/**
 * Sign-in, sign-out, renewal and the start-up calls of both areas.
 * Source: wire protocol §2.3–2.5, §3.1, §3.3; specification §3, §4 "Token refresh".
 */

const text = z._default(z.nullish(z.string()), '');

/** Servers of the family send an empty map as `[]` and either spelling of the dialects. */
const userInfo = z.object({
  id: z.number(),
  username: z.string(),
  nickname: text,
  avatar: text,
  last_login_time: text,
  token: z.string(),
  refresh_token: text,
});

const adminInfo = z.object({
  id: z.number(),
  username: z.string(),
  nickname: text,
  avatar: text,
  last_login_time: text,
  position: text,
  column: z._default(z.array(z.unknown()), []),
  super: z._default(z.boolean(), false),
});

const uploadConfig = z.object({
  mode: z._default(z.string(), 'local'),
  maxSize: z._default(z.union([z.number(), z.string()]), 10_485_760),
  saveName: text,
  allowedSuffixes: z._default(z.union([z.string(), z.array(z.string())]), ''),
  allowedMimeTypes: z._default(z.union([z.string(), z.array(z.string())]), []),
  /** Where forms go directly, and the fields sent before the file, when the mode is not `local`; only for people who are signed in. */
  url: z.optional(z.string()),
  params: z.optional(z.record(z.string(), z.string())),
  /** Of ours: members' files go to a cloud store, each by a form of its own that is asked for; see `account/uploadForm`. */
  memberForms: z.optional(z.boolean()),
  /** Public address in front of the urls of files that lie in the cloud store. */
  cdn: z.optional(z.string()),
});

export const siteConfig = z.object({
  /** Of ours: which program answers. */
  software: text,
  siteName: text,
  siteLogo: text,
  recordNumber: text,
  version: text,
  cdnUrl: text,
  apiUrl: text,
  businessDepartmentId: z._default(z.union([z.string(), z.number()]), 0),
  urls: z._default(z.array(z.string()), []),
  /** Addresses of style sheets of other hosts. */
  styleSheets: z._default(z.array(z.string()), []),
  /** Whether there is a project to choose. */
  hasProjects: z._default(z.boolean(), false),
  /** Of ours, beside the one of the reply: whether pages offer a way into the member centre. */
  openMemberCenter: z._default(z.boolean(), false),
  /** IANA name of the zone that times are shown and searched in. */
  timeZone: z._default(z.string(), ''),
  /** Of ours: the currency of balances, such as `CNY`; '' for none. */
  currency: text,
  /** Of ours: how members may sign in beside a password, such as `code`. */
  memberWays: z._default(z.array(z.string()), []),
  /** Of ours: the same of administrators; left out where there are none. */
  adminWays: z.optional(z.array(z.string())),
  /** Of ours: providers by which people may sign in; left out where there are none. */
  signInOffers: z.optional(z.array(z.object({ id: z.number(), name: z.string(), audiences: z.array(z.string()) }))),
  /** Whether a page that breaks sends a report without asking. */
  reportsFaults: z._default(z.boolean(), false),
  upload: z._default(uploadConfig, { mode: 'local', maxSize: 10_485_760, saveName: '', allowedSuffixes: '', allowedMimeTypes: [] }),
});

/** A node of the rule tree, as the wire carries it; `#domain/shell/menu` turns the tree into menus, routes and nodes. */
export interface WireRule {
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
  readonly keepalive: string | number;
  readonly extend: string;
  readonly children?: readonly WireRule[] | undefined;
}

const rule: z.ZodMiniType<WireRule> = z.object({
  id: z.number(),
  pid: z.number(),
  type: z.string(),
  title: text,
  name: z.string(),
  path: text,
  icon: text,
  menu_type: z._default(z.nullable(z.string()), null),
  url: text,
  component: text,
  keepalive: z._default(z.union([z.string(), z.number()]), 0),
  extend: z._default(z.string(), 'none'),
  children: z.optional(z.lazy(() => z.array(rule))),
}) as unknown as z.ZodMiniType<WireRule>;

export const readLogin = endpoint({
  method: 'GET',
  path: '/admin/Index/login',
  audience: 'anyone',
  input: nothing,
  output: z.object({ captcha: z.boolean() }),
  success: 'silent',
  summary: 'Whether signing in needs the click captcha.',
});

export const login = endpoint({
  method: 'POST',
  path: '/admin/Index/login',
  audience: 'anyone',
  input: z.object({
    username: z.string(),
    password: z.string(),
    keep: z._default(
      z.union([
        z.boolean(),
        z.pipe(
          z.union([z.string(), z.number(), z.null()]),
          z.transform((value) => value !== '' && value !== '0' && value !== 0 && value !== null),
        ),
      ]),
      false,
    ),
    captchaId: z.optional(z.string()),
    captchaInfo: z.optional(z.string()),
    /**
     * Our own: where the account has a second factor, a code of the app or a recovery code. Left out, the sign-in is refused at this
     * field; it may come with the first call as well.
     */
    factorCode: z.optional(z.nullable(z.string())),
  }),
  /** The older dialect's clients go where `routePath` says. */
  output: z.object({
    userInfo,
    routePath: z.optional(z.string()),
    /** Where `factorCode` has confirmed a new second factor: shown once. */
    recovery_codes: z.optional(z.array(z.string())),
  }),
  success: 'announced',
  summary: 'Signs an administrator in and answers the tokens.',
});

/** Of ours: the origin of a page that goes on to where the reply says; others do not send it, and are answered as ever. */
export const leavingFrom = z.optional(z.string().check(z.maxLength(300)));
/** Of ours: the provider by which the session began, where it is to end there as well. */
export const ledOn = z.nullable(z.object({ to: z.optional(z.string()) }));

export const logout = endpoint({
  method: 'POST',
  path: '/admin/Index/logout',
  audience: 'anyone',
  // Whatever stands there instead of a token, signing out succeeds.
  input: z.object({ refreshToken: z.optional(z.unknown()), origin: leavingFrom }),
  output: ledOn,
  success: 'silent',
  summary: 'Ends the session of the token in the header.',
});

export const adminInit = endpoint({
  method: 'GET',
  path: '/admin/Index/index',
  audience: 'signedIn',
  input: nothing,
  output: z.object({
    adminInfo,
    menus: z.array(rule),
    /** What lists with a default view open with, by resource; as `savedViews` has it. Stock servers know none. */
    openingViews: z._default(z.record(z.string(), z.object({ params: z.record(z.string(), z.string()), columns: z.unknown() })), {}),
    siteConfig,
    /** What concerns the caller and is unread. Stock servers know none. */
    notifications: z._default(z.nullable(z.object({ unread: z.number() })), null),
    terminal: z.object({
      phpDevelopmentServer: z._default(z.boolean(), false),
      npmPackageManager: z._default(z.string(), 'pnpm'),
      installServicePort: z._default(z.string(), '8000'),
    }),
  }),
  success: 'silent',
  summary: 'Who is signed in, the rule tree and the site for the back office.',
});

export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/common/refreshToken',
  audience: 'anyone',
  input: z.object({ refreshToken: z.string() }),
  output: z.object({ type: z.string(), token: z.string(), refresh_token: z.optional(z.string()) }),
  success: 'silent',
  summary: 'Exchanges a refresh token and the old access token in the header for a new pair.',
});

/**
 * With `requiredLogin: 1` a member has to be signed in: an expired token is told so, and nobody is led to the sign-in. Otherwise whoever is
 * signed in as a member is answered as one, and everybody else as a visitor. Source: wire protocol §3.3.
 */
export const frontInit = endpoint({
  method: 'GET',
  path: '/api/index/index',
  audience: 'anyone',
  input: z.object({ requiredLogin: z.optional(z.union([z.string(), z.number()])) }),
  output: z.object({
    site: siteConfig,
    openMemberCenter: z._default(z.boolean(), true),
    /** Of a visitor an empty list. */
    userInfo: z._default(z.union([memberInfo, z.array(z.never())]), []),
    /** Trees of rules outside the member centre: entries of the top bar, of the avatar's menu, pages and nodes. */
    rules: z._default(z.array(memberRuleShape), []),
    /** The directories of the member centre with what is in them; of a visitor none. */
    menus: z._default(z.array(memberRuleShape), []),
  }),
  success: 'silent',
  summary: 'The site, who is signed in as a member, and the rules and menus for the front pages.',
});
