/** A field for a setting: what it means, its default, and the way back to it. */
import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import { settingSpec, type SettingName } from '@signet/contract/platform-settings';
import { useText, type TextKey } from '../../i18n/text.ts';
import type { FormShell } from '../../shell/form/form-shell.ts';
import { labelOfSetting, typed, type Setting, type SettingFields } from './setting-form.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import css from './platform-settings.module.css';

const HELP: Partial<Record<SettingName, TextKey>> = {
  login_logo: 'settings.help.login_logo',
  link_contact_us: 'settings.help.link_contact_us',
  mail_tls: 'settings.help.mail_tls',
  mail_password: 'settings.help.mail_password',
  reveal_user_names: 'settings.help.reveal_user_names',
  assistant_minimum_version: 'settings.help.assistant_minimum_version',
};

export function SettingField({ setting, shell }: { setting: Setting; shell: FormShell<SettingFields> }) {
  const t = useText();
  const { name, default: usual, source, environment } = setting;
  const { kind } = settingSpec(name);
  const own = HELP[name];
  const shown = typeof usual === 'boolean' ? t(usual ? 'settings.on' : 'settings.off') : String(usual);
  const isFixed = source === 'environment';
  const help = (
    <>
      {own && <>{t(own)} </>}
      {isFixed && t('settings.fromEnvironment', { variable: environment ?? '' })}
      {!isFixed &&
        kind !== 'secret' &&
        (shown === '' ? t('settings.defaultNone') : t('settings.default', { value: shown }))}
    </>
  );
  const isUsual = kind === 'secret' || shell.values[name] === typed(usual);
  const input = { ...shell.field(name, help), readOnly: isFixed, autoComplete: 'off' };
  return (
    <div className={css.field}>
      {kind === 'flag' && <Switch {...shell.checkbox(name, help)} disabled={isFixed} />}
      {kind === 'secret' && <PasswordField {...input} autoComplete="new-password" />}
      {kind === 'text' && <Textarea {...input} rows={3} />}
      {kind === 'integer' && <TextInput {...input} inputMode="numeric" />}
      {kind !== 'flag' && kind !== 'secret' && kind !== 'text' && kind !== 'integer' && (
        <TextInput {...input} spellCheck={kind === 'line'} />
      )}
      {!isFixed && !isUsual && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t('settings.toDefaultOf', { name: t(labelOfSetting(name)) })}
          onClick={() => shell.form.setFieldValue(name, typed(usual))}
        >
          {t('settings.toDefault')}
        </Button>
      )}
    </div>
  );
}
