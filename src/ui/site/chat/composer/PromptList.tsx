import { useSelector } from '@xstate/react';
import { use, useId, type RefCallback } from 'react';
import { isOfInputMethod } from '#domain/fields/input-method';
import type { ChatModelOffer } from '#machines/chat/chat.machine';
import type { ComposerRef } from '#machines/chat/composer.machine';
import { selectOfferedCommands, selectPointed, type PromptChoiceEvent } from '#machines/chat/prompt-choice.machine';
import { t } from '../../../base/i18n.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { useChat } from '../base/chat-context.ts';
import { useModel } from '../base/use-model.ts';
import classes from './prompts.module.css';

/** What is offered behind `/`: the site's prompts, and the commands of the built-in answerer where it is asked. */
export function PromptList({ composer }: { readonly composer: ComposerRef }) {
  const { model } = useModel();
  return <PromptsOf key={model?.id} composer={composer} model={model} />;
}

interface PromptsOfProps {
  readonly composer: ComposerRef;
  /** Which is asked. */
  readonly model: ChatModelOffer | undefined;
}

function PromptsOf({ composer, model }: PromptsOfProps) {
  const { offer, bundle } = useChat();
  const commands = offer.commands.filter(({ isBuiltIn }) => !isBuiltIn || model?.isBuiltIn === true);
  const logic = use(bundle.prompts());
  const choice = useLeafActor(logic, { id: 'chatPrompts', input: { composer, commands } });
  const offered = useSelector(choice, selectOfferedCommands, isSame);
  const pointed = useSelector(choice, selectPointed);
  const id = useId();
  if (offered.length === 0) return null;
  const idOf = (index: number): string => `${id}-${index}`;
  return (
    <div className={classes.list} ref={ofTheBox((event) => choice.send(event), id, idOf(pointed))}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the browser's own list is neither here nor drawn */}
      <div id={id} className={classes.options} role="listbox" aria-label={t('chatWindows.prompts.label')}>
        {offered.map(({ name, text, isBuiltIn }, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the box has the focus and the keys
          <div
            key={`${isBuiltIn}${name}`}
            id={idOf(index)}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the list
            role="option"
            aria-selected={index === pointed}
            ref={index === pointed ? inSight : null}
            onPointerMove={() => {
              if (index !== pointed) choice.send({ type: 'prompts.pointed', index });
            }}
            // The box keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            // A finger, or whoever reads the page aloud, presses without pointing first.
            onClick={() => {
              choice.send({ type: 'prompts.pointed', index });
              choice.send({ type: 'prompts.taken' });
            }}
          >
            <span className={classes.name}>{isBuiltIn ? `/${name}` : name}</span>
            <span className={classes.text}>{text}</span>
          </div>
        ))}
      </div>
      <p className={classes.keys}>{t('chatWindows.prompts.keys')}</p>
    </div>
  );
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

const inSight: RefCallback<HTMLElement> = (option) => option?.scrollIntoView?.({ block: 'nearest' });

const KEYS: Readonly<Record<string, PromptChoiceEvent>> = {
  ArrowDown: { type: 'prompts.moved', by: 1 },
  ArrowUp: { type: 'prompts.moved', by: -1 },
  Enter: { type: 'prompts.taken' },
  Tab: { type: 'prompts.taken' },
  Escape: { type: 'prompts.dismissed' },
};

/** While something is offered its keys are not the box's, and the box says which it would take. The box itself knows nothing of the list, whose code comes late. */
const ofTheBox =
  (send: (event: PromptChoiceEvent) => void, listId: string, optionId: string): RefCallback<HTMLElement> =>
  (list) => {
    const place = list?.parentElement;
    const box = place?.querySelector('textarea');
    if (!place || !box) return undefined;
    const press = (event: KeyboardEvent): void => {
      const meant = KEYS[event.key];
      const isHeld = event.shiftKey || event.ctrlKey || event.metaKey || event.altKey;
      if (!meant || isHeld || event.target !== box || isOfInputMethod(event)) return;
      event.preventDefault();
      event.stopPropagation();
      send(meant);
    };
    place.addEventListener('keydown', press, true);
    const said = { 'aria-autocomplete': 'list', 'aria-controls': listId, 'aria-activedescendant': optionId };
    for (const [name, value] of Object.entries(said)) box.setAttribute(name, value);
    return () => {
      place.removeEventListener('keydown', press, true);
      for (const name of Object.keys(said)) box.removeAttribute(name);
    };
  };
