import { filter, map } from 'rxjs';
import { fromCallback, fromPromise } from 'xstate';
import type { Call } from '#api/client';
import type { WireMemberRule } from '#api/contract/session/member-info';
import { readMemberStart } from '#api/contract/members/member-session';
import { countUnread } from '#api/contract/members/messages';
import { FailureError } from '#domain/base/failure';
import { frontInit } from '#api/contract/session/session';
import { readRules, type Rule } from '#domain/shell/menu';
import { nodePath } from '#domain/rights/permission';
import { memberShellMachine } from '#machines/members/member-shell.machine';
import type { proofMachine } from '#machines/members/proof.machine';
import type { MemberShellEvent, MemberStart } from '#machines/members/member-shell.vocabulary';
import type { MediaPort } from '../base/ports.ts';
import type { LazyLogic } from '../base/lazy-logic.ts';
import { memberInfoOf } from '../session/member-info.ts';

export interface MemberShellPorts {
  readonly call: Call;
  readonly media: Pick<MediaPort, 'narrow' | 'visible'>;
  readonly proofLogic: LazyLogic<typeof proofMachine> | typeof proofMachine;
}

/** Every page that the member centre has, by the name of its rule. Source: wire protocol §7.6; specification §1. */
export const MEMBER_PAGES = [
  'account/overview',
  'account/profile',
  'account/changePassword',
  'account/security',
  'account/integral',
  'account/balance',
  'account/messages',
  'account/notices',
  'account/files',
  'account/data',
] as const;

/** Pages of ours alone: a server that has one of them is asked what waits. */
const SAYING: ReadonlySet<string> = new Set(['account/messages', 'account/notices', 'account/data']);

/** Starts the member centre: who, what menu. Source: wire protocol §3.3, §3.5. */
export const memberShellLogic = ({ call, media, proofLogic: proof }: MemberShellPorts): typeof memberShellMachine =>
  memberShellMachine.provide({
    actors: {
      proof,
      loadShell: fromPromise(async ({ signal }): Promise<MemberStart> => {
        const { openMemberCenter, rules, ...front } = await call(frontInit, { requiredLogin: 1 }, { signal });
        // A server of the older dialect has a call of its own for who it is; ours leads a visitor to the sign-in.
        const isUnnamed = openMemberCenter && Array.isArray(front.userInfo);
        const { userInfo, menus } = isUnnamed ? await call(readMemberStart, {}, { signal }) : front;
        const menu = readRules(menus.map(ruleOf), 'member');
        return {
          isOpen: openMemberCenter,
          member: memberInfoOf(Array.isArray(userInfo) ? { id: 0, username: '' } : userInfo),
          menu,
          ...(openMemberCenter && menu.routes.some(({ name }) => SAYING.has(name)) ? await waitingOf(call, signal) : NOTHING_WAITS),
          avatarMenu: readRules(rules.filter(({ type }) => type === 'nav_user_menu').map(ruleOf), 'member').items,
          pages: MEMBER_PAGES.map((name) => nodePath('member', name)),
        };
      }),
      watchReturn: fromCallback(({ sendBack }) => {
        const subscription = media.visible
          .pipe(filter(Boolean))
          .subscribe(() => sendBack({ type: 'window.returned' } satisfies MemberShellEvent));
        return () => subscription.unsubscribe();
      }),
      watchWidth: fromCallback(({ sendBack }) => {
        const subscription = media.narrow
          .pipe(map((isNarrow): MemberShellEvent => ({ type: isNarrow ? 'window.narrowed' : 'window.widened' })))
          .subscribe(sendBack);
        return () => subscription.unsubscribe();
      }),
    },
  });

/** Rules of members have no column that keeps pages alive. */
const ruleOf = ({ menu_type, children, ...rule }: WireMemberRule): Rule => ({
  ...rule,
  menuType: menu_type,
  keepAlive: false,
  children: (children ?? []).map(ruleOf),
});

const NOTHING_WAITS = { unread: 0, unreadNotices: 0 } as const;

/** What stands beside the menu and above the page holds nobody up: where it cannot be had, there is none. */
async function waitingOf(call: Call, signal: AbortSignal): Promise<Pick<MemberStart, 'unread' | 'unreadNotices' | 'deletionDue'>> {
  try {
    const {
      unread,
      notices: unreadNotices,
      deletion_due: due,
    } = await call(countUnread, {}, { signal, quietErrors: true, duplicates: 'allowed' });
    return { unread, unreadNotices, ...(due !== undefined && { deletionDue: due }) };
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return NOTHING_WAITS;
  }
}
