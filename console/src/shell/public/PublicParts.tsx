/** What all public pages share: the customer's logo, the language, the footer. */
import { LOCALES, localeName } from '@signet/contract/locales';
import { IconChevronDown, IconLanguage } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocale, useText } from '../../i18n/text.ts';
import { chooseLanguage } from '../../session/chosen-language.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { FOOTER_LINKS, safeHref, useCustomization } from './customization.ts';
import { PageLink } from '../routing/PageLink.tsx';
import css from './public.module.css';

/**
 * The customised logo on a white plate, else the product's own mark. A picture that can't be loaded gives way to the
 * mark.
 */
export function Logo() {
  const customization = useCustomization();
  const [broken, setBroken] = useState<string | null>(null);
  const logo = customization?.logo ?? '';
  if (logo !== '' && broken !== logo)
    return <img className={css.logo} src={logo} alt={customization?.copyright ?? ''} onError={() => setBroken(logo)} />;
  return (
    <span className={css.product}>
      <Mark size={30} />
      Signet
    </span>
  );
}

/** A native select: it works on every device and costs nothing. */
export function LanguageSelect() {
  const t = useText();
  const locale = useLocale();
  return (
    <div className={css.language}>
      <IconLanguage size={18} stroke={1.75} aria-hidden />
      <select
        aria-label={t('language.label')}
        value={locale}
        onChange={(event) => {
          const chosen = LOCALES.find((one) => one === event.currentTarget.value);
          if (chosen) chooseLanguage(chosen);
        }}
      >
        {LOCALES.map((one) => (
          <option key={one} value={one} lang={one.slice(0, 2)}>
            {localeName(one)}
          </option>
        ))}
      </select>
      <IconChevronDown size={14} stroke={1.75} aria-hidden />
    </div>
  );
}

export function FooterLinks() {
  const t = useText();
  const customization = useCustomization();
  return (
    <ul className={css.links}>
      {FOOTER_LINKS.map(([name, text]) => {
        const href = safeHref(customization?.urls[name] ?? '');
        return (
          href && (
            <li key={name}>
              <PageLink to={href} {...(href.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {})}>
                {t(text)}
              </PageLink>
            </li>
          )
        );
      })}
    </ul>
  );
}

export function MadeBy() {
  return (
    <span className={css.by}>
      <Mark size={16} />
      Signet
    </span>
  );
}

/** The customised copyright, on every public page. */
export function Copyright() {
  return <span className={css.copyright}>{useCustomization()?.copyright}</span>;
}

/** What the platform has to say to everybody, such as a maintenance. */
export function ServiceNotice() {
  const notice = useCustomization()?.notice ?? null;
  return (
    notice && (
      <div className={css.notice}>
        <Banner tone="info">
          <b>{notice.title}</b> {notice.text}
        </Banner>
      </div>
    )
  );
}
