/** Where help is found; each opens in a new tab. The operator gives own addresses with the footer links. */
import { IconExternalLink } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { safeHref, useCustomization } from '../../shell/public/customization.ts';
import { Section } from '../../shell/detail/Section.tsx';
import css from './accounts.module.css';

export default function AccountHelpSection() {
  return <Section>{() => <Help />}</Section>;
}

function Help() {
  const t = useText();
  const urls = useCustomization()?.urls;
  const links = [
    [t('footer.support'), urls?.support],
    [t('footer.contactUs'), urls?.contactUs],
    [t('footer.legalRepository'), urls?.legalRepository],
  ] as const;
  return (
    <ul className={css.help}>
      {links.map(([label, address]) => {
        const href = safeHref(address ?? '');
        return (
          href && (
            <li key={label}>
              <a href={href} target="_blank" rel="noreferrer">
                <IconExternalLink size={16} stroke={1.75} aria-hidden />
                {label}
              </a>
            </li>
          )
        );
      })}
    </ul>
  );
}
