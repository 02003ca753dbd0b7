/** Issues a certificate for a seat: first by which template and for whose key, then the key or its request. */
import type { TemplateAnswer } from '@signet/contract/areas/certificate-templates';
import type { Seat } from '@signet/contract/areas/seats';
import { LIMITS } from '@signet/contract/limits';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi, useApiAnew } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { NoTemplate } from '../../shell/certificate/NoTemplate.tsx';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { UnreadPage } from '../../shell/routing/UnreadPage.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ChoiceForm, type Choice } from './ChoiceForm.tsx';
import { IssueByKey } from './IssueByKey.tsx';
import { RequestForm } from './RequestForm.tsx';
import { useSeatCrumb } from './seat-crumb.ts';

/** The template as it was when it was chosen. */
type Chosen = { template: TemplateAnswer; key: Choice['key'] };

export default function IssuePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  useSeatCrumb(id);
  const query = useApiAnew('GET /account/ui-api/v2/seat/{id}', { params: { id } });
  return <LoadedPage query={query}>{(seat) => <WithTemplates seat={seat} />}</LoadedPage>;
}

function WithTemplates({ seat }: { seat: Seat }) {
  const t = useText();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const query = useApi('GET /account/ui-api/v1/account/{id}/template', {
    params: { id: seat.account_id },
    query: { limit: LIMITS.largeListLimit },
  });
  // First of all: the template may be archived before the file with the key is fetched.
  if (chosen) return <Issue seat={seat} chosen={chosen} />;
  if (!query.data) return <UnreadPage query={query} />;
  const templates = query.data.items.filter(({ seat_types }) => seat_types.includes(seat.type));
  const choose = ({ template_id, key }: Choice): void => {
    const template = templates.find(({ id }) => id === template_id);
    if (template) setChosen({ template, key });
  };
  if (templates.length > 0) return <ChoiceForm seat={seat} templates={templates} onChoose={choose} />;
  return (
    <>
      <PageTitle
        title={t('seats.issue')}
        actions={<ButtonLink to={paths.seat(seat.id)}>{t('common.back')}</ButtonLink>}
      />
      <Banner tone="info">
        <NoTemplate type={seat.type} />
      </Banner>
    </>
  );
}

/** What is chosen is chosen: whoever wants it otherwise begins anew, and no key is made that nothing is issued for. */
function Issue({ seat, chosen: { template, key } }: { seat: Seat; chosen: Chosen }) {
  return key === 'browser' ? (
    <IssueByKey seat={seat} template={template} />
  ) : (
    <RequestForm seat={seat} template={template} />
  );
}
