import { centsFromText, type Cents } from '#domain/base/money';

/** What goods may cost; null where there is no bound. */
export interface PriceRange {
  readonly from: Cents | null;
  readonly to: Cents | null;
}

export interface PricedQuestion extends PriceRange {
  /** The question without what it says of prices. */
  readonly rest: string;
}

const AMOUNT = String.raw`[￥¥$€£]?\s*(\d+(?:\.\d{1,2})?)`;
const UNIT = String.raw`\s*(?:元钱|块钱|元|块|人民币|cny|rmb|yuan|dollars?|euros?|usd|eur)?`;
const BETWEEN: readonly RegExp[] = [
  new RegExp(String.raw`${AMOUNT}${UNIT}\s*(?:到|至|~|～|-|–)\s*${AMOUNT}\s*(?:元钱|块钱|元|块|yuan)(?:之间|的)?`, 'iu'),
  new RegExp(String.raw`\bbetween\s+${AMOUNT}${UNIT}\s+and\s+${AMOUNT}${UNIT}`, 'iu'),
];
const AT_MOST: readonly RegExp[] = [
  new RegExp(String.raw`(?:不超过|不高于|低于|不到|少于|最多)\s*${AMOUNT}${UNIT}`, 'iu'),
  new RegExp(String.raw`${AMOUNT}${UNIT}\s*(?:以下|以内|之内|之下|or\s+less|or\s+cheaper|at\s+most)`, 'iu'),
  new RegExp(String.raw`\b(?:under|below|less\s+than|cheaper\s+than|up\s+to|at\s+most|no\s+more\s+than)\s+${AMOUNT}${UNIT}`, 'iu'),
];
const AT_LEAST: readonly RegExp[] = [
  new RegExp(String.raw`(?:高于|超过|多于|至少|不低于)\s*${AMOUNT}${UNIT}`, 'iu'),
  new RegExp(String.raw`${AMOUNT}${UNIT}\s*(?:以上|起|or\s+more)`, 'iu'),
  new RegExp(String.raw`\b(?:over|above|more\s+than|at\s+least|from)\s+${AMOUNT}${UNIT}`, 'iu'),
];

const found = (question: string, ways: readonly RegExp[]): RegExpExecArray | null =>
  ways.reduce<RegExpExecArray | null>((match, way) => match ?? way.exec(question), null);
const without = (question: string, { 0: said, index }: RegExpExecArray): string =>
  `${question.slice(0, index)} ${question.slice(index + said.length)}`;

/**
 * What a question says of prices, such as "below 100 yuan"; null where it says nothing of any. The bounds themselves are in it: nobody who asks for
 * goods below 100 is annoyed by one for 100.
 */
export function pricedQuestion(text: string): PricedQuestion | null {
  const question = text.normalize('NFKC');
  const between = found(question, BETWEEN);
  if (between) {
    const [one, other] = [centsFromText(between[1]!), centsFromText(between[2]!)];
    if (one === null || other === null) return null;
    return { from: Math.min(one, other), to: Math.max(one, other), rest: without(question, between) };
  }
  const most = found(question, AT_MOST);
  const afterMost = most ? without(question, most) : question;
  const least = found(afterMost, AT_LEAST);
  if (!most && !least) return null;
  return {
    from: least && centsFromText(least[1]!),
    to: most && centsFromText(most[1]!),
    rest: least ? without(afterMost, least) : afterMost,
  };
}
