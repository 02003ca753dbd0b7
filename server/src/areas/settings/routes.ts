import type { areas } from '@signet/contract';
import { featureFlag } from '@signet/contract/feature-flags';
import { countries } from '@signet/contract/countries';
import { DEFAULT_LOCALE, LOCALES, localeName } from '@signet/contract/locales';
import { flagStates } from '../../features/flag-store.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { textsOf } from '../../texts.ts';
import { flagSettings, switchFlag } from './store.ts';

export const settingsRoutes: HandlersOf<typeof areas.settings> = {
  features: ({ viewer, db }) => flagStates(viewer, db, viewer.userId),

  async feature({ viewer, db, params: { name }, query }) {
    const flag = featureFlag(name);
    if (!flag) return { name, enabled: false };
    const states = await flagStates(viewer, db, query.key ?? '');
    return { name, enabled: states[flag] };
  },

  async featureSettings({ db }) {
    const items = await flagSettings(db);
    return { items, total: items.length };
  },

  async switchFeature({ db, params, body, now, audit }) {
    const { flag, before, accountId } = await switchFlag(db, params.name, body, now);
    audit({
      resource_id: null,
      resource_name: flag,
      account_id: accountId,
      before: { enabled: before },
      after: { enabled: body.enabled },
    });
  },

  translation: async ({ query }) => textsOf(query.locale),

  async locales() {
    const items = LOCALES.map((id) => ({ id, name: localeName(id) }));
    return { items, total: items.length };
  },

  async nationalities({ query }) {
    const items = countries(query.locale ?? DEFAULT_LOCALE);
    return { items, total: items.length };
  },
};
