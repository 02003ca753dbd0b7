/** Logo, words and links of the pages before sign-in, with a preview of what is typed (S-021, S-022). */
import { LEGAL_DOCUMENTS, type LegalLink } from '@signet/contract/legal';
import { settingsOf, whyNotPicture, whyNotSetting, type SettingName } from '@signet/contract/platform-settings';
import { CustomizationDraft, useCustomization, type Customization } from '../../shell/public/customization.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { LoginPreview } from './LoginPreview.tsx';
import type { SettingFields } from './setting-form.ts';
import { SettingGroupPage } from './SettingGroupPage.tsx';

const LINKS = settingsOf('login').filter((name) => name.startsWith('link_'));
const WORDS = settingsOf('login').filter((name) => !name.startsWith('link_'));
const LINK_SETTINGS: Record<LegalLink, SettingName> = {
  termsOfUse: 'link_terms_of_use',
  privacyPolicy: 'link_privacy_policy',
  legalRepository: 'link_legal_repository',
  webtrustAudit: 'link_webtrust_audit',
  support: 'link_support',
  contactUs: 'link_contact_us',
};

const draftOf = (fields: SettingFields, saved: SettingFields) => <Draft fields={fields} saved={saved} />;

export default function LoginSettingsPage() {
  return (
    <SettingGroupPage
      group="login"
      parts={[{ names: WORDS }, { title: 'settings.linksTitle', names: LINKS }]}
      aside={draftOf}
    />
  );
}

const wordsIn = (fields: SettingFields, name: SettingName): string => String(fields[name] ?? '').trim();

/** A page of this platform shows pictures of its own and of the saved logo's server; the browser refuses all others. */
function mayShow(logo: string, saved: string): boolean {
  if (logo === '' || whyNotPicture(logo)) return false;
  const { origin } = new URL(logo, location.origin);
  return origin === location.origin || (saved !== '' && origin === new URL(saved, location.origin).origin);
}

function Draft({ fields, saved }: { fields: SettingFields; saved: SettingFields }) {
  const t = useText();
  const current = useCustomization();
  if (!current) return null;
  const logo = wordsIn(fields, 'login_logo');
  const isShown = mayShow(logo, wordsIn(saved, 'login_logo'));
  const [title, text] = [wordsIn(fields, 'notice_title'), wordsIn(fields, 'notice_text')];
  const usual = wordsIn(saved, 'login_copyright') === '' ? current.copyright : '© Signet';
  const links: [LegalLink, SettingName][] = Object.entries(LINK_SETTINGS).flatMap(([link, name]) =>
    isLink(link) ? [[link, name]] : [],
  );
  const urls = { ...current.urls };
  for (const [link, name] of links) {
    const address = wordsIn(fields, name);
    urls[link] = address !== '' && !whyNotSetting(name, address) ? address : paths.legal(LEGAL_DOCUMENTS[link]);
  }
  const draft: Customization = {
    ...current,
    logo: isShown ? logo : '',
    copyright: wordsIn(fields, 'login_copyright') || usual,
    notice: title !== '' && text !== '' ? { title, text } : null,
    urls,
  };
  return (
    <CustomizationDraft value={draft}>
      <LoginPreview note={logo !== '' && !isShown && !whyNotPicture(logo) ? t('settings.logoLater') : null} />
    </CustomizationDraft>
  );
}

const isLink = (text: string): text is LegalLink => Object.hasOwn(LEGAL_DOCUMENTS, text);
