import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { listAreas, listProjects, readProjectChoice, saveProjectChoice, searchAreas, searchProjects } from '#api/contract/fields/cascade';
import { FailureError } from '#domain/base/failure';
import { cascadePickerMachine, type CascadeOption, type LevelRequest } from '#machines/fields/cascade-picker.machine';
import type { Notices } from '../base/call-ports.ts';

export interface CascadePickerPorts {
  readonly call: Call;
  readonly notices: Pick<Notices, 'failed'>;
}

/** Reads areas and projects level by level, and keeps the project an administrator works on. Source: specification §7. */
export function cascadePickerLogic({ call, notices }: CascadePickerPorts): typeof cascadePickerMachine {
  async function levelOf({ source, parents }: LevelRequest, signal: AbortSignal): Promise<readonly CascadeOption[]> {
    const options = { signal, duplicates: 'allowed' } as const;
    if (source.kind === 'project') {
      const [pid, level] = [parents.at(-1) ?? 0, parents.length];
      const projects = await call(listProjects, { type: source.type, pid, level }, options);
      return projects.map(({ value, label, disabled }) => ({ value, label, isDisabled: disabled }));
    }
    const [province, city] = parents;
    const areas = await call(listAreas, { ...(province && { province }), ...(city && { city }) }, options);
    return areas.map((area) => ({ ...area, isDisabled: false }));
  }

  return cascadePickerMachine.provide({
    actors: {
      loadLevel: fromPromise(({ input, signal }) => levelOf(input, signal)),
      readChoice: fromPromise(async ({ input: { source, lv, value: given }, signal }) => {
        const value = given ?? (source.kind === 'project' ? await call(readProjectChoice, { type: source.type, lv }, { signal }) : []);
        const labels: string[] = [];
        for (const [level, id] of value.entries()) {
          const options = await levelOf({ source, parents: value.slice(0, level) }, signal);
          labels.push(options.find((option) => option.value === id)?.label ?? `#${id}`);
        }
        return { value, labels };
      }),
      findPaths: fromPromise(({ input: { source, lv, text }, signal }) => {
        const options = { signal, duplicates: 'allowed' } as const;
        return source.kind === 'project'
          ? call(searchProjects, { type: source.type, lv, text }, options)
          : call(searchAreas, { lv, text }, options);
      }),
      remember: fromPromise(async ({ input: { source, lv, value }, signal }) => {
        if (source.kind !== 'project') return;
        try {
          await call(saveProjectChoice, { set_id: [...(value ?? [])], lv, type: source.type }, { signal });
        } catch (error) {
          if (error instanceof FailureError) notices.failed(error.failure);
          throw error;
        }
      }),
    },
  });
}
