/** The way to whoever sells: where the operator says, else the page that says whom to ask. */
import { LEGAL_DOCUMENTS } from '@signet/contract/legal';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { safeHref, useCustomization } from '../../shell/public/customization.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';

export function ContactSales() {
  const t = useText();
  const address = safeHref(useCustomization()?.urls.contactUs ?? '');
  return (
    <ButtonLink size="xs" to={address ?? paths.legal(LEGAL_DOCUMENTS.contactUs)}>
      {t('welcome.contact')}
    </ButtonLink>
  );
}
