/** Edits a receiver. */
import { useParams } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { EditPage } from '../../shell/record/EditPage.tsx';
import { toEdit, valuesOf } from './receiver-form.ts';
import { ReceiverForm } from './ReceiverForm.tsx';

export default function ReceiverEditPage() {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const params = { id };
  return (
    <EditPage
      read={queryOf('GET /account/ui-api/v1/audit-receiver/{id}', { params })}
      name={({ name }) => name}
      crumb="parent"
      valuesOf={valuesOf}
      save={(values, { version }) =>
        change('PUT /account/ui-api/v1/audit-receiver/{id}', { params, query: { version }, body: toEdit(values) })
      }
      saved="auditForwarding.saved"
      back={paths.auditReceiver(id)}
    >
      {(form, record) => <ReceiverForm title={t('auditForwarding.edit')} form={form} kept={record} />}
    </EditPage>
  );
}
