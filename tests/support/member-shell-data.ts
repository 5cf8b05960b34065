import type { MemberInfo } from '#domain/session/people';
import type { MemberStart } from '#machines/members/member-shell.vocabulary';
import { routeNamed } from './shell-data.ts';

/** A member who has told nothing of himself but what the test says. */
export const memberOf = (told: Partial<MemberInfo> = {}): MemberInfo => ({
  id: 7,
  username: 'lin',
  nickname: 'Lin',
  email: '',
  mobile: '',
  avatar: '',
  gender: 0,
  birthday: null,
  money: '0.30',
  score: 5,
  lastLoginTime: null,
  lastLoginIp: '',
  joinTime: null,
  motto: '',
  ...told,
});

const PAGES = ['overview', 'profile', 'changePassword', 'integral', 'balance'] as const;

/** The start of the member centre with these of its pages. */
export const memberStartOf = (pages: readonly (typeof PAGES)[number][] = PAGES, told: Partial<MemberStart> = {}): MemberStart => ({
  isOpen: true,
  member: memberOf(),
  menu: {
    items: [
      {
        id: 1,
        name: 'account',
        title: 'Account',
        icon: 'fa fa-user',
        kind: 'directory',
        path: '',
        children: pages.map((page, index) => ({
          id: 2 + index,
          name: `account/${page}`,
          title: page,
          icon: 'fa fa-user',
          kind: 'tab' as const,
          path: `/user/account/${page}`,
          children: [],
        })),
      },
    ],
    routes: pages.map((page) => ({ ...routeNamed(`account/${page}`), path: `/user/account/${page}`, title: page })),
    nodes: {},
  },
  avatarMenu: [],
  unread: 0,
  unreadNotices: 0,
  pages: PAGES.map((page) => `/user/account/${page}`),
  ...told,
});
