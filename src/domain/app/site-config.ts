/** How members may sign in beside a password. */
export const MEMBER_WAYS = ['code', 'passkey'] as const;
export type MemberWay = (typeof MEMBER_WAYS)[number];

/** How administrators may sign in beside a password. */
export const ADMIN_WAYS = ['passkey'] as const;
export type AdminWay = (typeof ADMIN_WAYS)[number];

/** A provider of identities elsewhere, as the sign-in pages of these areas offer it. */
export interface SignInOffer {
  readonly id: number;
  readonly name: string;
  readonly audiences: readonly string[];
}

/** What the server tells every page about the site. Source: specification §3, "Site config". */
export interface SiteConfig {
  readonly siteName: string;
  readonly siteLogo: string;
  readonly recordNumber: string;
  readonly businessDepartmentId: string;
  /** Permission nodes that a path with a slash is looked up in. */
  readonly urls: readonly string[];
  readonly version: string;
  /** Addresses of style sheets of other hosts. */
  readonly styleSheets: readonly string[];
  /** Prefix of relative resource paths, without trailing slash; '' for the own origin. */
  readonly cdnUrl: string;
  readonly apiUrl: string;
  readonly upload: UploadSettings;
  /** Whether administrators have projects to choose what they work on from. */
  readonly hasProjects: boolean;
  /** Without it no page leads to the member centre. */
  readonly isMemberCentreOpen: boolean;
  /** IANA name of the zone that times are shown in; '' where the server names none. */
  readonly timeZone: string;
  /** Whether a page that breaks reports it without asking. */
  readonly reportsFaults: boolean;
  /** Of balances, as ISO 4217 has it, such as `CNY`; where it is left out, amounts stand alone. */
  readonly currency?: string;
  readonly memberWays: readonly MemberWay[];
  /** Left out where there is none beside it. */
  readonly adminWays?: readonly AdminWay[];
  /** Providers by which people may sign in, in their order. */
  readonly signInOffers?: readonly SignInOffer[];
  /**
   * Whether this program's own server answers. Those of other makers keep no history of records, pass over filters of a member's entries, make
   * no file of them, and tell nobody of a changed address.
   */
  readonly isOwnServer?: true;
}

export interface UploadSettings {
  readonly mode: string;
  readonly maxSizeBytes: number;
  /** Allowed suffixes and MIME types, or ['*']. */
  readonly mimeTypes: readonly string[];
  readonly saveName: string;
  /** Where the browser posts files itself, and the fields before the file, when the mode is not `local`. Only for people who are signed in. */
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  /** Public address in front of files that lie in the store; left out where this site answers for them. */
  readonly cdn?: string;
  /** Members' files go to a store, each by a form of its own. */
  readonly asksForMembers?: true;
}

export const EMPTY_SITE_CONFIG: SiteConfig = {
  siteName: '',
  siteLogo: '',
  recordNumber: '',
  businessDepartmentId: '',
  urls: [],
  styleSheets: [],
  version: '',
  cdnUrl: '',
  apiUrl: '',
  upload: { mode: 'local', maxSizeBytes: 10_485_760, mimeTypes: [], saveName: '', url: '', params: {} },
  hasProjects: false,
  isMemberCentreOpen: false,
  memberWays: [],
  timeZone: '',
  reportsFaults: false,
};
