/** What is offered behind `/`. */
export interface ChatCommand {
  readonly name: string;
  /** A prompt: what comes into the box. A command of the built-in answerer: what it is for. */
  readonly text: string;
  readonly isBuiltIn: boolean;
}

/** Most that are offered at once. */
const MOST = 8;

/**
 * Those whose names have what is typed behind the `/`, those that begin with it first; none where what is typed is no such word, or is a
 * command already: then Enter sends it.
 */
export function matchingCommands<Command extends Pick<ChatCommand, 'name' | 'isBuiltIn'>>(
  commands: readonly Command[],
  typed: string,
): readonly Command[] {
  const word = /^\/(\S*)$/u.exec(typed)?.[1]?.toLowerCase();
  if (word === undefined || commands.some(({ name, isBuiltIn }) => isBuiltIn && name === word)) return [];
  const places = commands.map((command) => ({ command, place: command.name.toLowerCase().indexOf(word) }));
  return places
    .filter(({ place }) => place !== -1)
    .toSorted((one, other) => Number(one.place > 0) - Number(other.place > 0))
    .slice(0, MOST)
    .map(({ command }) => command);
}

/** What comes into the box. */
export const takenText = ({ name, text, isBuiltIn }: ChatCommand): string => (isBuiltIn ? `/${name}` : text);
