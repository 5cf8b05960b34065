import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { copySection, exportDesign, listSections, pauseSection, removeSection, saveDraft } from '#api/contract/designer/designer';
import { listSiteLives } from '#api/contract/designer/site-lives';
import { rejection } from '#domain/base/failure';
import { NO_RENAMES } from '#domain/designer/section-design';
import type { Texts } from '#domain/fields/kinds/base/declared';
import { designedSectionsMachine, type ActAnswer, type SectionAct } from '#machines/designer/designed-sections.machine';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';
import { knownResources } from '../base/resource-book.ts';

export interface DesignedSectionsPorts {
  readonly call: Call;
  readonly saveFile: (name: string, content: Blob) => void;
}

/** The first page of the designer with its effects bound; it shows itself what is refused. */
export const designedSectionsLogic = (ports: DesignedSectionsPorts): typeof designedSectionsMachine =>
  designedSectionsMachine.provide({
    actors: {
      loadSections: fromPromise(async ({ signal }) => {
        const options = { signal, quietErrors: true };
        const [{ list }, { list: lives }] = await Promise.all([
          ports.call(listSections, {}, options),
          ports.call(listSiteLives, {}, options),
        ]);
        const designed = new Set(list.map(({ name }) => name));
        return {
          list: list.map(({ update_time: updateTime, origin: _origin, label, ...section }) => ({
            ...section,
            label: label as Texts,
            updateTime,
          })),
          lives: lives.map(({ version: _version, label, ...life }) => ({ ...life, label: label as Texts })),
          shipped: knownResources().flatMap(({ name }) => (designed.has(name) ? [] : [name])),
        };
      }),
      act: fromPromise(({ input, signal }) => done(ports, input, signal)),
    },
  });

const OPENS_NONE: ActAnswer = { opens: null };

async function done({ call, saveFile }: DesignedSectionsPorts, act: SectionAct, signal: AbortSignal): Promise<ActAnswer> {
  const options = { signal, quietErrors: true, timeoutMs: ANSWERED_WITHIN_MS };
  switch (act.act) {
    case 'pause':
      await call(pauseSection, { name: act.name, isPaused: act.isPaused }, options);
      return OPENS_NONE;
    case 'copy': {
      const { act: _, ...wish } = act;
      await call(copySection, wish, options);
      return { opens: act.name };
    }
    case 'remove':
      await call(removeSection, { name: act.name, version: act.version, table: act.table }, options);
      return OPENS_NONE;
    case 'export': {
      const { design, revision } = await call(exportDesign, { name: act.name }, options);
      saveFile(`${act.name}-${revision}.design.json`, new Blob([`${JSON.stringify(design, null, 2)}\n`], { type: 'application/json' }));
      return OPENS_NONE;
    }
    case 'import': {
      const design = designIn(act.text);
      const { name } = design.declaration;
      const { list } = await call(listSections, {}, options);
      const there = list.find((section) => section.name === name);
      if (there && !act.isReplacing) return { opens: null, replaces: name };
      await call(saveDraft, { design, renames: NO_RENAMES, version: there?.version ?? 0 }, options);
      return { opens: name };
    }
    default:
      return act satisfies never;
  }
}

interface NamedDesign {
  readonly declaration: { readonly name: string };
}

/** What is wrong in a design is said by the server; this only looks whether a file can be one. @throws FailureError */
function designIn(text: string): NamedDesign {
  const json = jsonIn(text) as Partial<NamedDesign> | null;
  if (typeof json?.declaration?.name !== 'string') throw rejection('designer.import.noDesign');
  return json as NamedDesign;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw rejection('designer.import.noDesign');
  }
}
