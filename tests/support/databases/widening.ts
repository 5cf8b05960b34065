const BODY = /\$(\w*)\$.*?\$\1\$/gsu;
const name = (text: string | undefined): string => (text ?? '').replaceAll('"', '').toLowerCase();

/** The actions of one `alter table`: commas between brackets are theirs. */
function actionsOf(text: string): readonly string[] {
  const actions = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += letter;
  }
  return actions.map((action) => action.trim());
}

/** A column that the version before need not know: it may be left out, and takes what comes twice. */
function isFreeColumn(action: string): boolean {
  if (!/^add column /iu.test(action) || /\b(?:unique|primary key)\b/iu.test(action)) return false;
  return !/\bnot null\b/iu.test(action) || /\b(?:default|generated)\b/iu.test(action);
}

function widens(statement: string, made: ReadonlySet<string>): boolean {
  const on = (pattern: RegExp): boolean => made.has(name(pattern.exec(statement)?.[1]));
  if (/^(?:create table|create sequence|create function|create index|insert into|select|comment on)\b/iu.test(statement)) return true;
  if (/^create unique index\b/iu.test(statement)) return on(/ on (?:only )?("?\w+"?)/iu);
  if (/^create trigger\b/iu.test(statement)) return on(/ on ("?\w+"?)/iu);
  const [, table, rest = ''] = /^alter table (?:if exists )?(?:only )?("?\w+"?) (.*)$/isu.exec(statement) ?? [];
  return table !== undefined && (made.has(name(table)) || actionsOf(rest).every(isFreeColumn));
}

/**
 * Of the statements of a step those of which nobody can tell by their form that the version before goes on beside what they do. What is
 * made by the step itself is used by no version before.
 */
export function notPlainlyWidening(statements: readonly string[]): readonly string[] {
  const each = statements.flatMap((text) => text.replaceAll(BODY, '$body$').split(';')).map((one) => one.replaceAll(/\s+/gu, ' ').trim());
  const made = new Set(each.map((one) => name(/^create table (?:if not exists )?("?\w+"?)/iu.exec(one)?.[1])));
  made.delete('');
  return each.filter((one) => one !== '' && !widens(one, made));
}
