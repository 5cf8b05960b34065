import { undoneSets } from '#domain/changes/undo-plan';
import { sectionHooks } from '#server/features/base/section-hooks';
import { seenRecords } from '#server/features/changes/describe-changes';
import { titlesRead } from '#server/features/changes/titles-read';
import { ownTitlesOfSets } from '#server/resources/changes/own-titles';
import { readUndoes } from '#server/resources/changes/read-journal';
import { sightOf } from '#server/resources/changes/sight';
import { changeSet } from './change-set.resource.ts';

/**
 * Sets are shown to whoever may open the list of their records. Of a set with records of others only one's own are counted, and one that
 * has been taken back says so. Source: security.md rule 10.
 */
export const changeSetHooks = sectionHooks(changeSet, ({ ports, resources }) => {
  const contexts = () => resources.all().map(({ context }) => context);
  const resourceOf = (name: string) => contexts().find(({ resource }) => resource.name === name)?.resource;
  return {
    limit: async (kysely, caller, table) => (await sightOf(kysely, caller, contexts())).setsSql(table),

    async present(records, caller) {
      const { kysely } = ports.database;
      const ids = records.map(({ id }) => id);
      const undone = undoneSets(await readUndoes(kysely, ids));
      const sight = await sightOf(kysely, caller, contexts());
      const sets = records.map(({ id, resource }) => ({ id, resource }));
      const seen = await seenRecords(kysely, sets, sight);
      const called = records.map(({ id, resource, title }) => ({ id, resource, title: seen.get(id)?.title ?? title }));
      const own = await ownTitlesOfSets(kysely, { sections: contexts(), language: caller.client.language }, called, sight);
      const words = { messages: ports.messages, language: caller.client.language };
      const nameOf = await titlesRead(kysely, resourceOf, words, called);
      return records.map((record) => ({
        ...record,
        ...seen.get(record.id),
        title: own.get(record.id) ?? nameOf({ resource: record.resource, title: seen.get(record.id)?.title ?? record.title }),
        keptOut: undone.has(record.id) ? 'undone' : (record.keptOut ?? ''),
      }));
    },
  };
});
