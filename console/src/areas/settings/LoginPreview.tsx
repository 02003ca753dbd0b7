/** The sign-in page in small, of the parts that it is made of; nothing in it can be used. */
import { Button, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { useCustomization } from '../../shell/public/customization.ts';
import { Copyright, FooterLinks, Logo } from '../../shell/public/PublicParts.tsx';
import css from './platform-settings.module.css';

/** `note`: what can't be shown yet. */
export function LoginPreview({ note }: { note: string | null }) {
  const t = useText();
  const notice = useCustomization()?.notice ?? null;
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" className={css.previewTitle}>
        {t('settings.preview')}
      </h2>
      <p className="sm t2">{t('settings.previewLead')}</p>
      <div className={css.preview} inert>
        <Logo />
        <div className={css.previewForm}>
          <strong>{t('login.title')}</strong>
          <TextInput label={t('login.userName')} size="xs" readOnly />
          <Button size="xs" variant="filled">
            {t('login.next')}
          </Button>
        </div>
        {notice && (
          <div className={css.previewNotice}>
            <IconInfoCircle size={16} stroke={1.75} aria-hidden />
            <div>
              <strong>{notice.title}</strong>
              <p>{notice.text}</p>
            </div>
          </div>
        )}
        <FooterLinks />
        <Copyright />
      </div>
      {note !== null && <p className="sm t2">{note}</p>}
    </section>
  );
}
