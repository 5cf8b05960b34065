/** Words that ask, and say nothing of what is asked for. */
const ASKING =
  /请问|有没有|有哪些|哪些|哪里|什么|怎么样|怎样|怎么|如何|为什么|多少钱|多少|价格|商品|产品|推荐|介绍|想要|想买|我要|我想|便宜点?|贵点?|之间|可以|能不能|一下|一个|还有|有|吗|呢|吧|啊|了|的|买|看看|看|在卖|卖|\b(?:which|what|where|how|why|who|is|are|am|do|does|can|could|may|i|you|we|me|my|your|the|a|an|of|for|to|in|on|and|or|there|any|some|have|has|much|many|price|prices|goods|products?|items?|sell|buy|show|find|list|look|want|please|tell|about|it|not|no|with|anything|something|cheap|cheaper|expensive|worth|cost|costs)\b/giu;

/** What the question may be about, the longest first; none where it names nothing. */
export function keywordsOf(question: string): readonly string[] {
  const words = question
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(ASKING, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 2);
  return [...new Set(words)].toSorted((a, b) => b.length - a.length).slice(0, 5);
}

/** Thanks and nothing else: whoever also asks is answered. */
const THANKS =
  /^(?:(?:ok|okay|great|好的?|好吧|非常|太|十分)[\s,，。!！]*)?(?:谢谢|多谢|感谢|谢了|感谢不尽|thanks|thank you|thx)(?:[\s,，]*(?:你|您|啦|了|very much|so much|a lot))*[\s.。!！~～]*$/iu;
export const areThanks = (question: string): boolean => THANKS.test(question.normalize('NFKC').trim());

/** A greeting and nothing else. */
const GREETING =
  /^(?:你们?好|您好|大家好|哈[喽罗啰]|嗨|在吗|早上好|早安|上午好|中午好|下午好|晚上好|hello|hi|hey|hiya|good (?:morning|afternoon|evening|day))(?:[\s,，]*(?:呀|啊|there|everyone|all))?[\s.。,，!！?？~～]*$/iu;
export const isGreeting = (question: string): boolean => GREETING.test(question.normalize('NFKC').trim());

/** Whether somebody asks for goods at all. */
export const asksForGoods = (question: string): boolean => /商品|产品|在卖|货|goods|products?|items/iu.test(question);
