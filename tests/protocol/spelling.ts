/** What the two dialects write differently, as far as the exchanges use it. Source: wire protocol §0.1, §7.6. */
export interface Spelling {
  readonly dialect: 'v1' | 'v2';
  readonly quickSearch: string;
  /** In bodies, and in the reply to a sign-in. */
  readonly refreshToken: { readonly sent: string; readonly told: string };
  readonly createTime: string;
  readonly updateTime: string;
  readonly lastLoginTime: string;
  readonly lastUploadTime: string;
  /** Keys of the site's upload settings. */
  readonly upload: readonly string[];
  readonly menuRules: { readonly controller: string; readonly rule: string };
  readonly dashboard: string;
  readonly terminal: string;
  readonly equals: string;
  /** `auth.Admin` as the dialect writes it. */
  controller(name: string): string;
}

const smallLetters = (name: string): string => {
  const dot = name.lastIndexOf('.') + 1;
  return name.slice(0, dot) + name.charAt(dot).toLowerCase() + name.slice(dot + 1);
};

export const SPELLINGS: Readonly<Record<Spelling['dialect'], Spelling>> = {
  v1: {
    dialect: 'v1',
    quickSearch: 'quick_search',
    refreshToken: { sent: 'refresh_token', told: 'refreshToken' },
    createTime: 'createtime',
    updateTime: 'updatetime',
    lastLoginTime: 'lastlogintime',
    lastUploadTime: 'lastuploadtime',
    upload: ['mode', 'maxsize', 'savename', 'mimetype'],
    menuRules: { controller: 'auth.menu', rule: 'auth/menu' },
    dashboard: 'Dashboard/dashboard',
    terminal: 'Terminal/index',
    equals: '=',
    controller: smallLetters,
  },
  v2: {
    dialect: 'v2',
    quickSearch: 'quickSearch',
    refreshToken: { sent: 'refreshToken', told: 'refresh_token' },
    createTime: 'create_time',
    updateTime: 'update_time',
    lastLoginTime: 'last_login_time',
    lastUploadTime: 'last_upload_time',
    upload: ['mode', 'maxSize', 'saveName', 'allowedSuffixes', 'allowedMimeTypes'],
    menuRules: { controller: 'auth.Rule', rule: 'auth/rule' },
    dashboard: 'Dashboard/index',
    terminal: 'ajax/terminal',
    equals: 'eq',
    controller: (name) => name,
  },
};
