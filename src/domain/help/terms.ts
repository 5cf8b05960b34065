import { stemmer } from 'stemmer';
import { ownHanWords, ownLatinPhrases, ownStem } from './synonyms.ts';

const HAN_RUN = /\p{Script=Han}+/gu;
const RUN = /\p{Script=Han}+|[[\p{L}\p{N}]--\p{Script=Han}]+(?:['’][[\p{L}]--\p{Script=Han}]+)?/gv;
const HAN = /^\p{Script=Han}/u;

/** What questions are made of and no article is about. The longer ones stand first, so that a part of them does not remain. */
const HAN_QUESTION_WORDS =
  '多长时间 什么时间 可不可以 为什么 怎么样 怎么办 有没有 能不能 是不是 会不会 要不要 在哪里 在哪儿 什么时候 什么地方 哪里 哪儿 怎么 怎样 如何 什么 为何 昨天 前天 上周 上个月 刚才 刚刚 请问 我想 想要 一下 一个 可以 ' +
  '能否 是否 这个 那个 告诉 需要 应该 我们 你们 他们 自己 多少 多久 哪些 哪个 里面 这里 那里 今天 明天 今晚 现在 时候 帮我 告诉我 办法 方法 人家 吗 呢 的 了 吧 啊 呀 我 你 您 在 是 把 被 给 让 请 它 他 她 这 那 ' +
  '么 哪 怎 啥 咋';
const HAN_QUESTION = new RegExp(HAN_QUESTION_WORDS.replaceAll(' ', '|'), 'gu');

/** Small words that say nothing where they stand alone; inside other words (上传, 会员) the same characters do. */
const HAN_SMALL_WORDS: ReadonlySet<string> = new Set(
  (
    '有 要 想 会 能 就 都 也 还 又 再 很 太 更 真 从 到 向 往 和 跟 与 或 及 以 为 于 由 而 但 但是 如果 要是 因为 所以 然后 而且 还是 还有 一 一点 一些 一堆 一次 一份 一条 一种 一张 两 三 十 几 几个 几次 ' +
    '个 条 份 张 些 种 样 块 来 去 出来 起来 下来 出去 上去 上 下 里 中 后 前 时 着 过 得 地 之 其 此 该 每 各 另 弄 搞 手上 东西 直接 必须 已经 一直 总是 老是 突然 比如 例如 哪里 某 某个 好 才能 它们 事 事情'
  ).split(' '),
);
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** What is left of a run of Han characters without its small words, in parts that stood together. */
function hanParts(run: string): readonly string[] {
  const parts = [''];
  for (const { segment } of segmenter.segment(run))
    if (HAN_SMALL_WORDS.has(segment)) parts.push('');
    else parts[parts.length - 1] += segment;
  return parts.filter((part) => part !== '');
}

const LATIN_QUESTION_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also am an and any anybody anyone anything are as at be because been before but by can cannot cant could d did do does
  doesn doesnt doing don done dont each ever every for from get gets getting give go goes going got had has have haven he help her here him his how i
  if in into long today tomorrow tonight now here there is isn isnt it its just know ll let like look make makes many may me mean might mine more much must my myself need of on one only or other our
  out over own please possible re really s same see shall she should so some somebody someone something such t tell than that the their them then
  there these they thing things this those through to too try trying under until up us use used using ve very want wants was way we were what when yesterday ago week everything everybody nobody
  where which while who whom whose why will with without work would wont you your yours`.split(/\s+/u),
);

export const isHan = (term: string): boolean => HAN.test(term);

/** Words of other scripts, without those that only ask, cut to their stems. */
const latinTerms = (word: string): string[] => {
  const plain = word.replaceAll(/['’].*$/gu, '');
  return LATIN_QUESTION_WORDS.has(plain) ? [] : [ownStem(stemmer(plain))];
};

/** A run of Han characters as its characters and its pairs of neighbours: the language writes no spaces, and most words have two characters. */
const hanTerms = (run: string): string[] => {
  const characters = Array.from(run);
  return [...characters, ...characters.slice(1).map((character, index) => `${characters[index]}${character}`)];
};

/**
 * The terms by which articles are found: what asks is dropped, width and case are made alike.
 */
export const helpTerms = (text: string): string[] =>
  (ownHanWords(ownLatinPhrases(text.normalize('NFKC').toLowerCase())).match(RUN) ?? []).flatMap((run) =>
    isHan(run)
      ? run
          .split(HAN_QUESTION)
          .filter((part) => part !== '')
          .flatMap(hanParts)
          .flatMap(hanTerms)
      : latinTerms(run),
  );

export const hasHan = (text: string): boolean => text.search(HAN_RUN) >= 0;

/** Words that only ask where they stand among others, and yet tell what somebody wants: who did something, all or only one, not. */
const HAN_SMALL_ASKING = [
  '为什么',
  '多长时间',
  '多久',
  '哪里',
  '哪儿',
  '多少',
  '谁',
  '怎么办',
  '能不能',
  '有没有',
  '可不可以',
  '不',
  '没',
  '别',
  '只',
  '都',
  '自己',
  '别人',
  '全部',
  '所有',
  '每',
  '再',
];
/** Those that do not even do that. */
const LATIN_EMPTY: ReadonlySet<string> = new Set(
  `a about an and any are as at be been by can could d did do does doing don done dont for had has have he her his how i if in into is isn isnt it its just like ll
  may me might my of on our s she should so some t than that the their them then there these they this those to too until us ve was we were what when which will
  would wont you your yours please possible really very re am`.split(/\s+/u),
);
const SMALL_MARK = '~';
export const isSmall = (term: string): boolean => term.startsWith(SMALL_MARK);

/** The small words of a text that `helpTerms` drops, marked so that they are no other terms. */
export function smallTerms(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  const words =
    plain.search(HAN_RUN) >= 0
      ? HAN_SMALL_ASKING.filter((word) => plain.includes(word))
      : (plain.match(/[a-z]+/gu) ?? [])
          .filter((word) => LATIN_QUESTION_WORDS.has(word) && !LATIN_EMPTY.has(word))
          .map((word) => stemmer(word));
  return words.map((word) => `${SMALL_MARK}${word}`);
}
