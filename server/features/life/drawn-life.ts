import type { checkLife } from '#api/contract/life/life-rehearsal';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { LifeError, parseDrawnLife } from '#api/contract/life/life-schema';
import { parseResource, ResourceError } from '#api/contract/table/resource-schema';
import { rejection } from '#domain/base/failure';
import { lifeFindings } from '#domain/life/life-check';
import { relatedFindings } from '#domain/life/related-check';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import type { AdminCaller } from '../../base/caller.ts';
import type { Language } from '../../base/messages.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { may, mayListOf } from '../../resources/access/permissions.ts';
import type { Resources } from '../../resources/registry.ts';

type Found = OutputOf<typeof checkLife>['findings'][number];

/** Who may publish designs may try what they draw. */
const DRAWS = 'crud/crud/generate';

export type DrawnWish = Pick<ParsedInputOf<typeof checkLife>, 'resource' | 'declaration' | 'life'>;

/** @throws FailureError where the caller may not draw */
export function requireDrawing(caller: AdminCaller): void {
  if (!may(caller, DRAWS)) throw rejection('refusals.forbidden');
}

/** A section with the life that is drawn for it, or why it has none. */
export interface Drawn {
  readonly resource: Resource;
  readonly life: Life | null;
  readonly findings: readonly Found[];
}

/**
 * Reads a life that is drawn, and says what is wrong with it beside the fields of its section.
 * @throws FailureError where the caller may not draw, or there is no such section
 */
export function readDrawn(
  { messages }: Pick<ServerPorts, 'messages'>,
  resources: Pick<Resources, 'get'>,
  { resource: name, declaration, life: json }: DrawnWish,
  caller: AdminCaller,
): Drawn {
  requireDrawing(caller);
  const resource = declaration === undefined ? seenResource(resources, name, caller) : drawnResource(declaration, name);
  const { language } = caller.client;
  try {
    const life = parseDrawnLife(json);
    const found = [
      ...lifeFindings(life, resource.fields),
      ...relatedFindings(life, resource.fields, (other) =>
        other === resource.name ? { ...resource, life } : seen(resources, other, caller),
      ),
    ];
    const findings = found.map(({ level, at, what, name: about = '' }) => ({
      level,
      at,
      what,
      name: about,
      message: messages.text(language, `designer.issues.life.${what}`, { name: about }),
    }));
    return { resource, life, findings: errorsFirst(findings) };
  } catch (error) {
    if (!(error instanceof LifeError)) throw error;
    return { resource, life: null, findings: [formFinding(messages, language, error.message)] };
  }
}

const formFinding = (messages: ServerPorts['messages'], language: Language, text: string): Found => ({
  level: 'error',
  at: '',
  what: 'form',
  name: '',
  message: messages.text(language, 'designer.issues.life.form', { text }),
});

const errorsFirst = (findings: readonly Found[]): readonly Found[] =>
  findings.toSorted((a, b) => Number(b.level === 'error') - Number(a.level === 'error'));

const seen = (resources: Pick<Resources, 'get'>, name: string, caller: AdminCaller): Resource | undefined => {
  const found = resources.get(name)?.resource;
  return found && mayListOf(found, caller) ? found : undefined;
};

function seenResource(resources: Pick<Resources, 'get'>, name: string, caller: AdminCaller): Resource {
  const found = seen(resources, name, caller);
  if (!found) throw rejection('refusals.designer.unknown', { name });
  return found;
}

function drawnResource(json: unknown, name: string): Resource {
  try {
    const { life: _life, lifeField: _field, ...rest } = { ...(json as object | null) } as Readonly<Record<string, unknown>>;
    const found = parseResource(rest);
    if (found.name !== name) throw rejection('refusals.parameter', { name: 'resource' });
    return found;
  } catch (error) {
    if (error instanceof ResourceError) throw rejection('refusals.parameter', { name: 'declaration' });
    throw error;
  }
}
