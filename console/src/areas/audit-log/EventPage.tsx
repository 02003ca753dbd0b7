/** One event of the audit log: what it was, what changed, and whether it is what was recorded. */
import { ACCESS } from '@signet/contract/access';
import type { AuditEvent } from '@signet/contract/areas/audit-log';
import { useParams } from '@tanstack/react-router';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useMomentFormat } from '../../session/date-time.ts';
import { useAllows } from '../../session/permissions.ts';
import { DetailPage, DetailSection } from '../../shell/detail/DetailPage.tsx';
import { EventsLink } from '../../shell/events/EventsLink.tsx';
import { resourceText, useEventTitle } from '../../shell/events/event-title.ts';
import { ResourceName } from '../../shell/events/ResourceName.tsx';
import { later } from '../../shell/routing/later.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { DateText } from '../../ui/DateText.tsx';
import type { Fact } from '../../ui/Facts.tsx';
import { Actor } from './Actor.tsx';
import { Changes } from './Changes.tsx';
import { NextEvents } from './NextEvents.tsx';
import { Proof } from './Proof.tsx';
import { Result } from './Result.tsx';
import css from './audit-log.module.css';

const Reason = later(() => import('./Reason.tsx'), null);

/** Ways to be known of which the log keeps by what; a session is its person's alone. */
const BY_CREDENTIAL: ReadonlySet<AuditEvent['actor_via']> = new Set(['token', 'certificate', 'oauth', 'oauth_client']);

const result = (event: AuditEvent) => <Result event={event} />;
const follow = (event: AuditEvent) => (
  <>
    <NextEvents id={event.id} />
    {event.resource_id !== null && <EventsLink of={{ resource: event.resource_id }} label="audit.eventsOfThis" />}
  </>
);

export default function EventPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const t = useText();
  const title = useEventTitle();
  const facts = useFacts();
  const query = useApi('GET /account/ui-api/v1/audit-log/{id}', { params: { id } });
  return (
    <DetailPage query={query} name={title} beside={result} actions={follow} facts={facts}>
      {(event) => (
        <>
          <DetailSection title={t('audit.whatChanged')}>
            <Changes key={event.id} event={event} />
          </DetailSection>
          <DetailSection title={t('audit.proof')}>
            <Proof key={event.id} id={event.id} />
          </DetailSection>
        </>
      )}
    </DetailPage>
  );
}

const Moment = ({ at, text }: { at: string; text: string }) => (
  <span className={css.moment}>
    <DateText value={at} text={text} />
  </span>
);

function useFacts(): (event: AuditEvent) => Fact[] {
  const t = useText();
  const moment = useMomentFormat();
  const seesAccounts = useAllows(ACCESS.accounts.view);
  const none = <span className="t3">{t('common.none')}</span>;
  const withheld = <span className="t3">{t('audit.withheld')}</span>;
  const credential = (event: AuditEvent): Fact[] => {
    const { actor_via: via, credential_id: id, credential_name: credentialName, withheld: isWithheld } = event;
    const isNamed = id !== null || (isWithheld && BY_CREDENTIAL.has(via));
    const shown = id && (
      <>
        {credentialName} <CopyValue value={id} name={t('audit.credentialId')} />
      </>
    );
    return isNamed ? [{ label: t('audit.credential'), value: shown ?? withheld, wide: true }] : [];
  };
  return (event) => {
    const origin = (value: string | null) => (event.withheld ? withheld : (value ?? none));
    const account = event.account_name ?? t('audit.platform');
    return [
      { label: t('audit.when'), value: <Moment at={event.at} text={moment(event.at)} /> },
      { label: t('audit.who'), value: <Actor event={event} /> },
      { label: t('audit.knownBy'), value: t(`audit.via.${event.actor_via}`) },
      ...credential(event),
      {
        label: t('audit.account'),
        value:
          // The page of a deleted account is not there.
          seesAccounts && event.account_id !== null && event.account_name !== null && !event.account_deleted ? (
            <PageLink to={paths.account(event.account_id)} title={account}>
              {account}
            </PageLink>
          ) : (
            account
          ),
      },
      {
        label: t('audit.resource'),
        value: (
          <>
            {resourceText(t, event.resource_type)}
            {event.resource_name && ', '}
            <ResourceName event={event} />
          </>
        ),
      },
      ...(event.resource_id === null
        ? []
        : [
            {
              label: t('audit.resourceId'),
              value: <CopyValue value={event.resource_id} name={t('audit.resourceId')} />,
              wide: true,
            },
          ]),
      { label: t('audit.address'), value: origin(event.ip) },
      ...(event.message === null
        ? []
        : [
            {
              label: t(event.result === 'success' ? 'audit.note' : 'audit.reason'),
              value: <Reason status={event.message} />,
              wide: true,
            },
          ]),
      { label: t('audit.browser'), value: origin(event.user_agent), wide: true },
      {
        label: t('audit.correlationId'),
        value: event.correlation_id ? (
          <CopyValue value={event.correlation_id} name={t('audit.correlationId')} />
        ) : (
          origin(null)
        ),
        wide: true,
      },
      { label: t('audit.eventId'), value: <CopyValue value={event.id} name={t('audit.eventId')} />, wide: true },
    ];
  };
}
