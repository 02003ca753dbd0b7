/** Replaces the platform license by a pasted text. */
import { Textarea } from '@mantine/core';
import { whyNotLicenseText } from '@signet/contract/rules';
import { change } from '../../api/change.ts';
import { Failure } from '../../api/failure.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useGo, useGoOn } from '../../shell/routing/go.ts';
import { dismissAttempt, notify } from '../../shell/notices/notifications.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { useLicenseWhatIf } from './license-what-if.ts';
import { LicenseWhatIf } from './LicenseWhatIf.tsx';

/** What the notice of a refused license is taken off by. */
const ATTEMPT = 'license';

/** The reason stands under the text that was pasted. What was there stays (S-081); it may be a license that ended. */
function sayNothingChanged(thrown: unknown): never {
  if (thrown instanceof Failure && thrown.fields['body'])
    notify({ type: 'error', message: 'license.notReplaced', translateMessage: true, attempt: ATTEMPT });
  throw thrown;
}

export default function UpdateLicensePage() {
  const t = useText();
  const go = useGo();
  const leadOn = useGoOn();
  const shell = useFormShell({
    fields: { body: { label: 'setup.license.text' } },
    initial: { body: '' },
    check: (values) => ({ body: whyNotLicenseText(values.body) }),
    submit: async (body) => {
      const goOn = leadOn();
      dismissAttempt(ATTEMPT);
      await change('POST /account/ui-api/v1/license', { body }).catch(sayNothingChanged);
      notify({ type: 'success', message: 'license.updated', translateMessage: true });
      goOn(paths.settings());
    },
  });
  const whatIf = useLicenseWhatIf(shell.values.body).data;
  return (
    <FormPage
      title={t('license.update')}
      lead={t('license.updateLead')}
      shell={shell}
      submit={t('license.updateAct')}
      whyNot={whatIf && whatIf.shortages.length > 0 ? t('licenses.whatIf.refused') : null}
      onCancel={() => go(paths.settings())}
    >
      <FormGroup>
        <Textarea
          {...shell.field('body', t('license.updateHelp'))}
          rows={10}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--sg-mono)', fontSize: 12 } }}
        />
      </FormGroup>
      {whatIf && <LicenseWhatIf whatIf={whatIf} />}
    </FormPage>
  );
}
