import type { DashboardLayout } from '#domain/shell/dashboard-layout';
import type { Json, UnixSeconds } from './column-types.ts';

/** The first page as its owner has arranged it. */
export interface DashboardLayoutTable {
  admin_id: number;
  content: Json<DashboardLayout>;
  update_time: UnixSeconds;
}
