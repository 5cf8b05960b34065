import { DAY_SECONDS } from '#domain/base/timestamp';
import type { UnixSeconds } from '../columns/column-types.ts';
import type { NewRow } from '../tables/tables.ts';

type Entry = readonly [amount: number, memo: string];
type Line = readonly [
  username: string,
  nickname: string,
  gender: '0' | '1' | '2',
  birthday: string | null,
  group: 1 | 2,
  /** Cents. */
  money: readonly Entry[],
  score: readonly Entry[],
];

/** Beside the group that every installation has. */
export const SAMPLE_MEMBER_GROUP = { id: 2, name: '老顾客', rules: '*' } as const;

const LINES: readonly Line[] = [
  ['linxiaoyu', '林小雨', '2', '1994-04-12', 2, [[50_000, '充值'], [-12_800, '订单付款']], [[100, '注册赠送'], [128, '购物积分']]], // prettier-ignore
  ['zhouming', '周明', '1', '1988-11-03', 2, [[100_000, '充值'], [-36_800, '订单付款'], [3680, '退还差价']], [[100, '注册赠送'], [-60, '兑换茶样']]], // prettier-ignore
  ['tea_anna', 'Anna', '2', '1991-07-25', 1, [[20_000, 'Top-up']], [[100, 'Welcome gift']]],
  ['chenhao', '陈浩', '1', null, 1, [], [[100, '注册赠送']]],
  ['wumei', '吴梅', '2', '2000-02-29', 1, [[8800, '活动奖励'], [-8800, '订单付款']], [[100, '注册赠送'], [88, '购物积分']]], // prettier-ignore
  ['ben_w', 'Ben W.', '1', '1985-01-30', 1, [], []],
  ['hejing', '何静', '0', null, 1, [[15_000, '充值']], [[100, '注册赠送'], [20, '签到']]], // prettier-ignore
];

type Member = Omit<NewRow<'member'>, 'money' | 'score'> & { readonly id: number; readonly money: number; readonly score: number };

const sumOf = (entries: readonly Entry[]): number => entries.reduce((sum, [amount]) => sum + amount, 0);

/** Entries with the balance before and after each. */
function bookEntries(memberId: number, entries: readonly Entry[], startSeconds: UnixSeconds) {
  return entries.map(([amount, memo], index) => {
    const before = sumOf(entries.slice(0, index));
    const time = startSeconds + (index + 1) * 3600;
    return {
      amount,
      row: { user_id: memberId, before, after: before + amount, memo, reason: 'adjustment', ref: `sample:${index + 1}`, create_time: time },
    };
  });
}

/** A few people with a history, so that the ledgers show something. Nobody can sign in as one of them. @param firstId of the first one */
export function sampleMembers(firstId: number, nowSeconds: UnixSeconds) {
  const people = LINES.map(([username, nickname, gender, birthday, group, money, score], index) => {
    const joined = nowSeconds - (LINES.length - index) * DAY_SECONDS;
    const id = firstId + index;
    const member: Member = {
      id,
      group_id: group,
      username,
      nickname,
      gender,
      birthday,
      money: sumOf(money),
      score: sumOf(score),
      status: username === 'ben_w' ? 'disable' : 'enable',
      create_time: joined,
      update_time: joined,
    };
    return { member, money: bookEntries(id, money, joined), score: bookEntries(id, score, joined) };
  });
  return {
    members: people.map(({ member }) => member),
    moneyLog: people.flatMap(({ money }) => money.map(({ amount, row }) => ({ ...row, money: amount }))),
    scoreLog: people.flatMap(({ score }) => score.map(({ amount, row }) => ({ ...row, score: amount }))),
  };
}
