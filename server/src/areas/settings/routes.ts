import type { areas } from '@signet/contract';
import { featureFlag } from '@signet/contract/feature-flags';
import { countries } from '@signet/contract/countries';
import { DEFAULT_LOCALE, LOCALES, localeName } from '@signet/contract/locales';
import { flagStates } from '../../features/flag-store.ts';
import type { HandlersOf } from '../../http/handler.ts';
import type { Runtime } from '../../runtime.ts';
import { textsOf } from '../../texts.ts';
import { flagSettings, switchFlag } from './store.ts';
import { decideTrustAssistant, trustAssistantChoice } from './trust-assistant-store.ts';

/** Where the assistant is asked, and where to get it. */
const placeOf = ({ config }: Runtime) => ({ port: config.ASSISTANT_PORT, download_url: config.ASSISTANT_DOWNLOAD_URL });

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

  trustAssistant: async ({ db, runtime }) => ({ ...(await trustAssistantChoice(db)), ...placeOf(runtime) }),

  async editTrustAssistant({ db, body, now, audit, runtime }) {
    const before = await decideTrustAssistant(db, body, now);
    audit({ resource_id: null, resource_name: 'trust_assistant', account_id: null, before, after: body });
    return { ...body, ...placeOf(runtime) };
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
