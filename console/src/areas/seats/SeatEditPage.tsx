/** Edits a seat. */
import { SEAT } from '@signet/contract/areas/seat-record';
import { editBody } from '@signet/contract/record-form';
import { useParams } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { EditPage } from '../../shell/record/EditPage.tsx';
import { useSeatCrumb } from './seat-crumb.ts';
import { SeatForm, valuesOf } from './SeatForm.tsx';

export default function SeatEditPage() {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const params = { id };
  useSeatCrumb(id);
  return (
    <EditPage
      read={queryOf('GET /account/ui-api/v2/seat/{id}', { params })}
      name={({ name }) => name}
      crumb="parent"
      valuesOf={valuesOf}
      save={(values, { version }) =>
        change('PUT /account/ui-api/v2/seat/{id}', { params, query: { version }, body: editBody(SEAT, values) })
      }
      saved="seats.saved"
      back={paths.seat(id)}
    >
      {(form) => <SeatForm title={t('seats.edit')} form={form} />}
    </EditPage>
  );
}
