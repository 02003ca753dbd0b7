import { paths } from '../../paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { PageLink } from '../routing/PageLink.tsx';
import css from './frame.module.css';
import { MAIL_STATUS, StandstillText, type StandstillItem } from './StandstillText.tsx';

export default function StandstillBanners({ items }: { items: readonly StandstillItem[] }) {
  return items.map((item) => (
    <div key={item.kind} className={css.notice}>
      <Banner tone={item.kind.startsWith('audit') ? 'bad' : 'warn'}>
        <StandstillText
          item={item}
          links={{
            authorities: <PageLink to={paths.certificateAuthorities()} />,
            forwarding: <PageLink to={paths.auditForwarding()} />,
            mail: <PageLink to={paths.outgoingMail({ status: MAIL_STATUS[item.kind] })} />,
          }}
        />
      </Banner>
    </div>
  ));
}
