/** The settings of one group, as a form: validated by the rules of the server, saved where they differ. */
import { settingsOf, type SettingGroup, type SettingName } from '@signet/contract/platform-settings';
import { useRef, type ReactNode } from 'react';
import { change } from '../../api/change.ts';
import { useApiAnew } from '../../api/query.ts';
import { useText, type TextKey } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot } from '../../shell/form/form-source.ts';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { notify } from '../../shell/notices/notifications.ts';
import { FormGroup } from '../../ui/FormGroup.tsx';
import {
  fieldsOf,
  labelOfSetting,
  toChange,
  whyNotFields,
  withChange,
  type Setting,
  type SettingFields,
} from './setting-form.ts';
import { SettingField } from './SettingField.tsx';

/** Settings under a heading of their own. */
export type Part = { title?: TextKey; names: readonly SettingName[] };
type Props = {
  group: SettingGroup;
  parts?: readonly Part[];
  /** Beside the form, with what is in it. */
  aside?: (fields: SettingFields, saved: SettingFields) => ReactNode;
  /** Below the form. */
  below?: ReactNode;
};

export function SettingGroupPage({ group, ...props }: Props) {
  const query = useApiAnew('GET /account/ui-api/v1/platform-setting');
  return (
    <LoadedPage query={query}>
      {({ items }) => <GroupForm group={group} settings={items.filter((one) => one.group === group)} {...props} />}
    </LoadedPage>
  );
}

function GroupForm({
  group,
  settings,
  parts = [{ names: settingsOf(group) }],
  aside,
  below,
}: Props & { settings: Setting[] }) {
  const t = useText();
  const saved = fieldsOf(settings);
  /** What the platform has, as far as this page knows: what was read, then what it has saved. */
  const base = useRef(settings);
  const shell = useFormShell<SettingFields>({
    fields: Object.fromEntries(
      settings.map(({ name }) => [name, { label: labelOfSetting(name), secret: name === 'mail_password' }]),
    ),
    initial: saved,
    check: (fields) => whyNotFields(settings, fields),
    submit: async (fields) => {
      const body = toChange(base.current, fields);
      await change('PUT /account/ui-api/v1/platform-setting/{group}', { params: { group }, body });
      base.current = withChange(base.current, body);
      // What is kept sealed does not stand in the page any longer than it must.
      if (fields['mail_password'] !== undefined) shell.form.setFieldValue('mail_password', '');
      notify({ type: 'success', message: 'settings.groupSaved', translateMessage: true });
    },
  });
  const foot = useFormFoot({ act: 'form.saveChanges', edits: true, back: paths.settings() }, shell);
  const settingOf = (name: SettingName) => settings.find((one) => one.name === name);
  return (
    <>
      <FormPage
        title={t(`settings.group.${group}`)}
        lead={t(`settings.groupLead.${group}`)}
        shell={shell}
        {...foot}
        aside={aside?.(shell.values, saved)}
      >
        {parts.map(({ title, names }) => (
          <FormGroup key={names[0]} {...(title ? { title: t(title) } : {})}>
            {names.map((name) => {
              const setting = settingOf(name);
              return setting && <SettingField key={name} setting={setting} shell={shell} />;
            })}
          </FormGroup>
        ))}
      </FormPage>
      {below}
    </>
  );
}
