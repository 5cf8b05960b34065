import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { first, member, type Person, shown, staff, visitor } from './chat-support.ts';

const LANGUAGES = ['en', 'zh-cn'] as const;
const SAID = {
  en: { unknown: 'I did not understand that, and found nothing about it.', instead: 'I understand, for example:' },
  'zh-cn': { unknown: '没有听懂这个问题，也没有找到相关内容。', instead: '可以这样问，例如：' },
};
const NONSENSE = 'qwrtp zxcvb';
const HELP = {
  en: { admin: 'I saved something wrong, how do I undo it?', visitor: 'How do I register?' },
  'zh-cn': { admin: '保存错了怎么撤销', visitor: '怎么注册' },
};

async function ask(question: string, person: Person) {
  const sent = await person.ask('send', first(question));
  const answer = shown(await person.read(sent.answer.uuid));
  const { messages } = await person.ask('conversation', { uuid: sent.conversation.uuid });
  return { ...answer, proposals: messages[1].proposals as { values: Record<string, unknown>; title: string }[] };
}
const examplesIn = (text: string): string[] => [...text.matchAll(/^- (.+)$/gmu)].map(([, example]) => example as string);

describe.each(dealtKinds())('what the built-in assistant does not understand on %s', (kind) => {
  let server: TestServer;
  let token: string;
  let seller: string;
  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token } = await server.signIn());
    ({ token: seller } = await server.addAdmin('seller', ['chat/chat/index', 'goods/goods/index']));
  });
  afterAll(() => server.close());

  it.each(LANGUAGES)('is said to each person in %s, with three examples that this person may ask and has answered', async (language) => {
    const people: Readonly<Record<string, Person>> = {
      boss: staff(server, token, language),
      seller: staff(server, seller, language),
      visitor: visitor(server, undefined, undefined, language),
      member: member(server, (await (await addMember(server, `asker${language.slice(0, 2)}`)).signIn()).token, language),
    };
    const told: Record<string, readonly string[]> = {};
    for (const [name, person] of Object.entries(people)) {
      const { text, finishReason } = await ask(NONSENSE, person);
      expect(text.split('\n\n').slice(0, 2)).toEqual([SAID[language].unknown, SAID[language].instead]);
      expect(finishReason).toBe('unknown');
      told[name] = examplesIn(text);
      expect(told[name]).toHaveLength(3);
      for (const example of told[name]) expect([example, (await ask(example, person)).finishReason]).toEqual([example, 'stop']);
    }
    const [change = ''] = told['boss']!;
    const { proposals } = await ask(change, people['boss']!);
    expect(proposals).toMatchObject([{ resource: 'goods', action: 'edit', state: 'proposed' }]);
    expect(told['boss']![2]).toBe(HELP[language].admin);
    // Without the right to edit goods no change is offered.
    expect((await ask(told['seller']![0]!, people['seller']!)).proposals).toEqual([]);
    expect(told['seller']).toEqual([told['boss']![1], HELP[language].admin, expect.any(String)]);
    expect(told['visitor']![1]).toBe(HELP[language].visitor);
  });
});
