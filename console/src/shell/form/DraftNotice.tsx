/** Says that what stands in the form was typed before the session ended, and offers to begin anew. */
import { storedDateTime } from '@signet/contract/dates';
import { languageTag } from '@signet/contract/locales';
import { sentenceGap, useLocale, useText, type TextKey } from '../../i18n/text.ts';
import { localTime } from '../../session/date-time.ts';
import { Banner } from '../../ui/Banner.tsx';
import type { Restored } from './use-draft.ts';
import css from './form-page.module.css';

type Props = { restored: Restored; labelOf: (name: string) => TextKey; onDiscard: () => void };

export function DraftNotice({ restored: { at, overtaken }, labelOf, onDiscard }: Props) {
  const t = useText();
  const tag = languageTag(useLocale());
  const time = localTime(storedDateTime(new Date(at)));
  const fields = new Intl.ListFormat(tag).format(overtaken.map((name) => t(labelOf(name))));
  return (
    <div className={css.banner}>
      <Banner tone={overtaken.length > 0 ? 'warn' : 'info'}>
        {t('form.draft', { time })}
        {overtaken.length > 0 && sentenceGap() + t('form.draftOvertaken', { fields })}{' '}
        <button type="button" className={css.discard} onClick={onDiscard}>
          {t('form.draftDiscard')}
        </button>
      </Banner>
    </div>
  );
}
