import { isCoreTable } from '../db/tables/table-names.ts';

/** Tables that were drawn in the browser, and those of modules, which carry the module's name. */
const OWN_TABLE = /^(?:x|m_[a-z0-9]+)_[a-z][a-z0-9_]*$/u;

/** The tables that sections designed at run time may be over. What a declaration names is a claim; here it is judged. */
export interface RuntimeTables {
  /** Takes a table in that lay in the database before anybody designed a section over it. @throws Error for one of the program's own */
  import(name: string): void;
  isAllowed(name: string): boolean;
}

export function createRuntimeTables(): RuntimeTables {
  const imported = new Set<string>();
  return {
    import(name) {
      if (isCoreTable(name) || !/^[a-z][a-z0-9_]{1,62}$/u.test(name)) throw new Error(`The table ${name} cannot be imported`);
      imported.add(name);
    },
    isAllowed: (name) => !isCoreTable(name) && (OWN_TABLE.test(name) || imported.has(name)),
  };
}
