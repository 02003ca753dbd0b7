/** A new receiver of the audit log's events. */
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useCreate } from '../../shell/record/use-create.ts';
import { NEW_RECEIVER, toCreate } from './receiver-form.ts';
import { ReceiverForm } from './ReceiverForm.tsx';

export default function ReceiverCreatePage() {
  const t = useText();
  const form = useCreate({
    initial: NEW_RECEIVER,
    create: (values) => change('POST /account/ui-api/v1/audit-receiver', { body: toCreate(values) }),
    act: 'auditForwarding.create',
    created: 'auditForwarding.created',
    to: ({ id }) => paths.auditReceiver(id),
    back: paths.auditForwarding(),
  });
  return <ReceiverForm title={t('auditForwarding.create')} form={form} />;
}
