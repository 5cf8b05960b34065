import type { TypedTreeColumns } from '#server/db/columns/shared-columns';

export type ClassificationTable = TypedTreeColumns;
