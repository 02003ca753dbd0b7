/** Beside an authority: its list of revoked certificates, where its key is, and the addresses in its certificates. */
import type { Authority } from '@signet/contract/areas/certificate-authorities';
import { useText } from '../../i18n/text.ts';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { RevocationListCard } from './RevocationListCard.tsx';
import css from './authorities.module.css';

export function AuthorityAside({ authority }: { authority: Authority }) {
  const t = useText();
  return (
    <aside className={css.aside} aria-label={t('authorities.more')}>
      <RevocationListCard authority={authority} />
      <div className="card">
        <h2>{t('authorities.keyPlace')}</h2>
        <p>
          <b>{t(`authorities.place.${authority.key_location}`)}</b>
        </p>
        <p className="t2 xs">{t(`authorities.placeHelp.${authority.key_location}`)}</p>
        <p>
          <b>{t('authorities.place.responder')}</b>
        </p>
        <p className="t2 xs">{t('authorities.placeHelp.responder')}</p>
      </div>
      <div className="card">
        <h2>{t('authorities.addresses')}</h2>
        <p className="t2 xs">{t('authorities.addressesHelp')}</p>
        {(['crl', 'ocsp', 'issuer'] as const).map((of) => (
          <div key={of} className={css.address}>
            <span className="t3 xs">{t(`authorities.address.${of}`)}</span>
            <CopyValue value={authority.addresses[of]} name={t(`authorities.address.${of}`)} />
          </div>
        ))}
      </div>
    </aside>
  );
}
