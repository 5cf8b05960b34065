import { text } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { OthersFactor } from '#ui/kit/session/OthersFactor.tsx';

const say = (word: string, params?: Readonly<Record<string, string>>): string => text(`resources.member.factor.${word}`, params);

export interface MemberFactorProps {
  readonly id: number;
  /** What the member is called in the question. */
  readonly name: string;
}

/** Whether a member has a second factor, and the way to remove it for whoever has lost it. */
export function MemberFactor({ id, name }: MemberFactorProps) {
  const { factorOfMember } = useBundle('account');
  const factor = useLeafActor(factorOfMember(id), { id: `factorOfMember:${id}` });
  const words = {
    title: say('title'),
    on: (time: string) => say('on', { time }),
    off: say('off'),
    retry: say('retry'),
    remove: say('remove'),
    ask: { title: say('removeTitle', { name }), hint: say('removeHint'), password: say('password') },
  };
  return <OthersFactor factor={factor} words={words} />;
}
