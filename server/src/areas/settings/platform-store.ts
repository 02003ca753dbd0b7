/** The settings of the platform as its administrators see and change them. */
import { fieldProblem, Problem, type Reason } from '@signet/contract/problem';
import {
  isSettingName,
  MAIL_PASSWORD_FOR,
  SETTING_NAMES,
  settingOrDefault,
  SETTINGS,
  settingsOf,
  settingSpec,
  whyNotSetting,
  whyNotTogether,
  type SettingGroup,
  type SettingName,
  type SettingValue,
  type SettingValues,
} from '@signet/contract/platform-settings';
import { notAllowed } from '@signet/contract/rules';
import { isIP } from 'node:net';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { isReachable } from '../../outside/reach.ts';
import {
  environmentValue,
  readRows,
  savedValue,
  saveSettings,
  sealSetting,
} from '../../platform-settings/setting-store.ts';
import type { Runtime } from '../../runtime.ts';

const isSecret = (name: SettingName): boolean => settingSpec(name).kind === 'secret';

/** Every setting. For system scope: the endpoint admits nobody else. */
export async function listSettings(db: Db, config: Config) {
  const rows = await readRows(db, SETTING_NAMES);
  return SETTING_NAMES.map((name) => {
    const { group, default: usual, environment = null } = settingSpec(name);
    const said = environmentValue(config, name);
    const saved = savedValue(rows, name);
    const source =
      said !== null ? ('environment' as const) : saved !== null ? ('platform' as const) : ('default' as const);
    const is_set = isSecret(name) && (said !== null || saved !== null);
    return {
      name,
      group,
      value: isSecret(name) ? '' : (said ?? saved ?? usual),
      default: usual,
      source,
      is_set,
      environment,
    };
  });
}

type Changed = Record<string, SettingValue | null>;
type Given = Readonly<Record<string, SettingValue | null>>;

/** Why each of the given values is refused, by its name. */
function whyNotGiven(config: Config, group: SettingGroup, given: Given): Record<string, Reason> {
  const wrong: Record<string, Reason> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!isSettingName(name) || SETTINGS[name].group !== group) {
      wrong[name] = { status: 'SETTING_UNKNOWN' };
      continue;
    }
    const reason =
      environmentValue(config, name) !== null
        ? { status: 'SETTING_FROM_ENVIRONMENT' as const, params: { variable: settingSpec(name).environment ?? '' } }
        : value === null
          ? null
          : (whyNotSetting(name, value) ?? whyNotReached(name, String(value)));
    if (reason) wrong[name] = reason;
  }
  return wrong;
}

/** A mail server may stand in the own network; a name is judged where it leads, once it is connected to. */
const whyNotReached = (name: SettingName, value: string): Reason | null =>
  name === 'mail_host' && isIP(value) !== 0 && !isReachable(value, true) ? notAllowed('host') : null;

function refuse(wrong: Record<string, Reason>): void {
  const [first, ...others] = Object.entries(wrong);
  if (!first) return;
  if (others.length === 0) throw fieldProblem(...first);
  throw new Problem('INVALID_INPUT', { params: { allowed: 'other' }, fields: wrong });
}

/**
 * Saves what differs of the named settings of a group, and answers it as the audit log has it: of a secret only that
 * there is one. Throws what is wrong, each under its name.
 */
export async function changeSettings(
  tx: Db,
  { config, seal }: Pick<Runtime, 'config' | 'seal'>,
  group: SettingGroup,
  given: Given,
  now: Date,
): Promise<{ before: Changed; after: Changed }> {
  refuse(whyNotGiven(config, group, given));
  const names = settingsOf(group);
  const rows = await readRows(tx, names, { lock: true });
  const changes = new Map<SettingName, SettingValue | null>();
  const [before, after]: [Changed, Changed] = [{}, {}];
  const next: Partial<Record<SettingName, SettingValue>> = {};
  for (const name of names) {
    const usual = SETTINGS[name].default;
    const had = savedValue(rows, name);
    const value = given[name] === undefined ? had : given[name];
    const wanted = value === null || settingOrDefault(name, value) === usual ? null : value;
    next[name] = wanted ?? usual;
    if (given[name] === undefined || (wanted === had && !isSecret(name))) continue;
    if (isSecret(name) && wanted === null && had === null) continue;
    changes.set(name, isSecret(name) && wanted !== null ? sealSetting(seal, name, String(wanted)) : wanted);
    const label = isSecret(name) ? `${name}_is_set` : name;
    before[label] = isSecret(name) ? had !== null : (had ?? usual);
    after[label] = isSecret(name) ? wanted !== null : (wanted ?? usual);
  }
  refuse(whyNotNext(next, changes, savedValue(rows, 'mail_password') !== null));
  await saveSettings(tx, rows, changes, now);
  return { before, after };
}

/** What the settings must be together; a password that is kept goes nowhere else than where it was meant for. */
function whyNotNext(
  next: SettingValues,
  changes: ReadonlyMap<SettingName, SettingValue | null>,
  hasPassword: boolean,
): Record<string, Reason> {
  const goesElsewhere = hasPassword && MAIL_PASSWORD_FOR.some((name) => changes.has(name));
  const asksAgain = goesElsewhere && !changes.has('mail_password') && next.mail_host !== '';
  const isLeftBehind = goesElsewhere && next.mail_user === '' && !changes.has('mail_password');
  if (asksAgain || isLeftBehind) return { mail_password: { status: 'REQUIRED' } };
  return { ...whyNotTogether(next) };
}
