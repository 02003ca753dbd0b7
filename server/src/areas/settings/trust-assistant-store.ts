/** What the platform has decided about the trust assistant. */
import type { TrustAssistantChange, TrustAssistantChoice } from '@signet/contract/areas/settings';
import { waitForLock } from '../../db/locks.ts';
import type { Db } from '../../db/open.ts';
import type { Config } from '../../config.ts';
import { isStored } from '../../db/version.ts';
import { platformSetting } from '../../db/platform-setting.ts';
import { textSetting } from '../../platform-settings/setting-store.ts';

const NAME = 'trust_assistant';
/** Where nobody has decided: for everybody, on the systems that the specification names. */
const DEFAULT: TrustAssistantChoice = { enabled: true, linux: false };

/** For whoever opens a page. */
export async function trustAssistantChoice(db: Db): Promise<TrustAssistantChoice> {
  const stored = await platformSetting(db, NAME);
  const isOn = (name: keyof TrustAssistantChoice): boolean => {
    const value = typeof stored === 'object' && stored !== null ? new Map(Object.entries(stored)).get(name) : null;
    return typeof value === 'boolean' ? value : DEFAULT[name];
  };
  return { enabled: isOn('enabled'), linux: isOn('linux') };
}

/** The oldest version that people may use; null where the platform demands none. */
export async function assistantMinimum(where: { db: Db; config: Config }): Promise<string | null> {
  return (await textSetting(where, 'assistant_minimum_version')) || null;
}

/** What is not named stays as it is then. For system scope: the endpoint admits nobody else. */
export async function decideTrustAssistant(
  tx: Db,
  change: TrustAssistantChange,
  now: Date,
): Promise<{ before: TrustAssistantChoice; after: TrustAssistantChoice }> {
  await waitForLock(tx, 'platformSettings');
  const before = await trustAssistantChoice(tx);
  const after = { ...before, ...change };
  if (isStored(before, change)) return { before, after: before };
  const row = { value: JSON.stringify(after), updated_at: now };
  await tx
    .insertInto('platform_setting')
    .values({ name: NAME, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
  return { before, after };
}
