import type { ComponentType } from 'react';
import { withAllSections } from '#actors/base/resource-book';
import { loadMessages } from '../../../base/i18n.ts';

/**
 * Pages that are no table of records and that few visits show, with their words. The shell knows of this file alone: a list of all that such a page
 * consists of is longer than many a page.
 */
export const loadOwnPage = {
  settings: async (): Promise<ComponentType> => {
    const [{ ConfigPage }] = await Promise.all([withAllSections(import('../../settings/ConfigPage.tsx')), loadMessages(['settings'])]);
    return ConfigPage;
  },
  profile: async (): Promise<ComponentType> => {
    const [{ OwnProfilePage: ProfilePage }] = await Promise.all([
      withAllSections(import('../../session/account/OwnProfilePage.tsx')),
      loadMessages(['settings']),
    ]);
    return ProfilePage;
  },
  chat: async (): Promise<ComponentType> => {
    const [{ StaffChatPage }] = await Promise.all([
      withAllSections(import('../../chat/StaffChatPage.tsx')),
      loadMessages(['chatPage', 'chatStaff', 'changes', 'resources']),
    ]);
    return StaffChatPage;
  },
  designer: async (): Promise<ComponentType> => {
    const [{ DesignerPage }] = await Promise.all([withAllSections(import('../../designer/DesignerPage.tsx')), loadMessages(['designer'])]);
    return DesignerPage;
  },
  modules: async (): Promise<ComponentType> => {
    const [{ ModulesPage }] = await Promise.all([
      withAllSections(import('../../modules/ModulesPage.tsx')),
      loadMessages(['modules', 'designer']),
    ]);
    return ModulesPage;
  },
  system: async (): Promise<ComponentType> => {
    const [{ SystemPage }] = await Promise.all([
      withAllSections(import('../../observe/SystemPage.tsx')),
      loadMessages(['system', 'resources']),
    ]);
    return SystemPage;
  },
  apiExplorer: async (): Promise<ComponentType> => {
    const [{ ApiExplorerPage }] = await Promise.all([import('../../programs/trial/ApiExplorerPage.tsx'), loadMessages(['apiTrial'])]);
    return ApiExplorerPage;
  },
} as const;
