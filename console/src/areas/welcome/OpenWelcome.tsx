/** For somebody who is not signed in: the way in, and all products of the platform (S-028 to S-030). */
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { PublicActions, PublicPage } from '../../shell/public/PublicPage.tsx';
import { NoAccessBanner } from './NoAccessBanner.tsx';
import { Offers } from './Offers.tsx';
import { PRODUCTS } from './products.ts';
import css from './welcome.module.css';

export default function OpenWelcome() {
  const t = useText();
  return (
    <PublicPage title={t('welcome.title')} intro={t('welcome.openLead')}>
      <div className={css.open}>
        <NoAccessBanner />
        <PublicActions>
          <ButtonLink to={paths.login()} size="md" variant="filled">
            {t('login.signIn')}
          </ButtonLink>
        </PublicActions>
        <Offers title={t('welcome.products')} products={PRODUCTS} />
      </div>
    </PublicPage>
  );
}
