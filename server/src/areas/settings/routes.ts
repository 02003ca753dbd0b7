import type { areas } from '@signet/contract';
import { addressOfFile, type ClientTool } from '@signet/contract/client-tools';
import { featureFlag } from '@signet/contract/feature-flags';
import { Problem } from '@signet/contract/problem';
import { countries } from '@signet/contract/countries';
import { DEFAULT_LOCALE, LOCALES, localeName } from '@signet/contract/locales';
import { flagStates } from '../../features/flag-store.ts';
import type { Db } from '../../db/open.ts';
import { isStored } from '../../db/version.ts';
import { mailServer } from '../../platform-settings/mail-server-store.ts';
import type { HandlersOf } from '../../http/handler.ts';
import type { Runtime } from '../../runtime.ts';
import { textsOf } from '../../texts.ts';
import { changeSettings, listSettings } from './platform-store.ts';
import { flagSettings, switchFlag } from './store.ts';
import { sendTest } from './test-mail.ts';
import { assistantMinimum, decideTrustAssistant, trustAssistantChoice } from './trust-assistant-store.ts';

/** The platform's own package of the assistant; where it has none, the page of all client tools. */
function ownDownload(tools: ClientTool[]): string {
  const own = tools.find(({ id }) => id === 'signet-assistant');
  const file = own?.files.find(({ state }) => state === 'offered');
  return file ? addressOfFile(file) : '/account/client-tools';
}

/** Which assistant is asked, where, and where to get it. */
const placeOf = async ({ config, clientTools }: Runtime, db: Db) => ({
  minimum_version: await assistantMinimum({ db, config }),
  port: config.ASSISTANT_PORT,
  download_url: config.ASSISTANT_DOWNLOAD_URL ?? ownDownload(clientTools.offer()),
});

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
    const { flag, before, userId, userName, accountId } = await switchFlag(db, params.name, body, now);
    if (before === body.enabled) return audit('nothing');
    // An account's history has what holds for one of its people too, and says so.
    const said = (enabled: boolean | null) =>
      userName === null ? { enabled } : { user_name: userName, person_enabled: enabled };
    audit({
      resource_id: userId,
      resource_name: flag,
      account_id: accountId,
      before: said(before),
      after: said(body.enabled),
    });
  },

  trustAssistant: async ({ db, runtime }) => ({ ...(await trustAssistantChoice(db)), ...(await placeOf(runtime, db)) }),

  async editTrustAssistant({ db, body, now, audit, runtime }) {
    const { before, after } = await decideTrustAssistant(db, body, now);
    const about = { resource_id: null, resource_name: 'trust_assistant', account_id: null };
    audit(isStored(before, after) ? 'nothing' : { ...about, before, after });
    return { ...after, ...(await placeOf(runtime, db)) };
  },

  async platformSettings({ db, runtime: { config } }) {
    const items = await listSettings(db, config);
    return { items, total: items.length };
  },

  async editPlatformSettings({ db, params: { group }, body, now, runtime, audit }) {
    const { before, after } = await changeSettings(db, runtime, group, body, now);
    if (Object.keys(after).length === 0) return audit('nothing');
    audit({ resource_id: null, resource_name: group, account_id: null, before, after });
  },

  async testMail({ db, body: { to }, viewer, now, runtime: { config, seal } }) {
    const server = await mailServer({ db, config, seal });
    if (!server) throw new Problem('NO_MAIL_SERVER');
    const outcome = await sendTest(server, { to, name: viewer.userName, now });
    return async () => outcome;
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
