/** The API tokens of a person or service user, as a section of its page. */
import { IconPlus } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { Section } from '../../shell/detail/Section.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { Tokens } from './Tokens.tsx';
import { useTokens } from './use-tokens.ts';

export default function PersonTokensSection({ record: { id } }: { record: { id: string } }) {
  const t = useText();
  const tokens = useTokens(id);
  const { data } = tokens.query;
  const create = data?.owner.why_not_manage === null && (
    <ButtonLink to={paths.tokenCreate(data.owner)} leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}>
      {t('tokens.create')}
    </ButtonLink>
  );
  return (
    <Section count={data?.total} actions={create}>
      {() => <Tokens {...tokens} />}
    </Section>
  );
}
