import { type Kysely, sql } from 'kysely';

/**
 * Which menu rules were made for a section that is designed in the browser. Rules are granted by their names, and what lies below a
 * section's address can be another's; so a section changes and takes away its own only. Those that are published get the rules of their exact names.
 */
export const sectionRules = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const ACTIONS = ['index', 'add', 'edit', 'del', 'sortable'];

const statements: readonly string[] = [
  "alter table section add column rule_ids json not null default '[]'",
  `update section set rule_ids = (select coalesce(json_agg(admin_rule.id order by admin_rule.id), '[]') from admin_rule
     where lower(admin_rule.name) in (lower(replace(section.controller, '.', '/')), ${ACTIONS.map(
       (action) => `lower(replace(section.controller, '.', '/')) || '/${action}'`,
     ).join(', ')}))
     where controller is not null`,
];
