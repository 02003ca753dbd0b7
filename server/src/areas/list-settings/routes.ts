import type { areas } from '@signet/contract';
import type { HandlersOf } from '../../http/handler.ts';
import { readListSettings, saveListSetting } from './store.ts';

export const listSettingsRoutes: HandlersOf<typeof areas.listSettings> = {
  read: ({ viewer, db }) => readListSettings(viewer, db),

  save: ({ viewer, db, params, body, now }) => saveListSetting(viewer, db, params.list, body, now),
};
