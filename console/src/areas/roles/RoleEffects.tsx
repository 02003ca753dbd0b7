/** Who gains and who loses what, were the role saved as it stands in the form; beside the form. */
import { useDebouncedValue } from '@mantine/hooks';
import { languageTag } from '@signet/contract/locales';
import type { PermissionEffect, Role, RoleEffects as RoleEffectsAnswer } from '@signet/contract/areas/roles';
import type { Permission } from '@signet/contract/viewer';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { questionOf } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useLocale, useText } from '../../i18n/text.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Busy, useLateBusy } from '../../ui/Busy.tsx';
import { permissionsOf, permissionsText } from './role-form.ts';
import { useRoleWords } from './role-words.ts';
import css from './roles.module.css';

/** How many names stand there at first. */
const FIRST = 3;

type Props = { role: Pick<Role, 'id' | 'permissions'>; permissions: readonly Permission[] };

export function RoleEffects({ role, permissions }: Props) {
  const t = useText();
  const now = permissionsText(permissions);
  const [asked] = useDebouncedValue(now, 200);
  const differs = asked !== '' && asked !== permissionsText(role.permissions);
  const query = useQuery({
    ...questionOf('POST /account/ui-api/v1/role/{id}/preview', {
      params: { id: role.id },
      body: { permissions: permissionsOf(asked) },
    }),
    enabled: differs,
    placeholderData: keepPreviousData,
  });
  // What is shown is about an earlier choice.
  const isFormer = asked !== now || (differs && query.isPlaceholderData);
  const late = useLateBusy(isFormer);
  return (
    <section className={css.effects} aria-labelledby="role-effects">
      <h2 id="role-effects">{t('roles.effects.title')}</h2>
      <div aria-live="polite" aria-busy={isFormer} data-late={late || undefined}>
        {!differs ? (
          <p className="t2">{t('roles.effects.before')}</p>
        ) : query.error ? (
          <Unread error={query.error} retry={query.refetch} title="roles.effects.failed" />
        ) : (
          <Effects query={query} />
        )}
      </div>
    </section>
  );
}

function Effects({ query: { data } }: { query: { data: RoleEffectsAnswer | undefined } }) {
  const t = useText();
  if (!data) return <Busy />;
  const { holders, exact, gaining, losing, items, why_not: whyNot } = data;
  if (holders === 0) return <p className="t2">{t('roles.effects.nobody')}</p>;
  return (
    <>
      <p className="t2">
        <b>
          {t('roles.effects.gain', { count: gaining })}, {t('roles.effects.lose', { count: losing })}.
        </b>{' '}
        {t('roles.effects.summary', { holders })}
      </p>
      {whyNot && <Banner tone="warn">{problemText({ message: '', ...whyNot })}</Banner>}
      {!exact && <Banner tone="info">{t('roles.effects.atLeast', { count: holders })}</Banner>}
      <ul className={css.list}>
        {items.map((item) => (
          <Effect key={item.permission} item={item} />
        ))}
      </ul>
      <p className="t3 sm">{t('roles.effects.inForce')}</p>
    </>
  );
}

function Effect({ item: { permission, effect, changed, unchanged, own } }: { item: PermissionEffect }) {
  const t = useText();
  const words = useRoleWords();
  const gains = effect === 'gain';
  const Sign = gains ? IconPlus : IconMinus;
  return (
    <li data-effect={effect}>
      <Sign size={16} stroke={2} aria-hidden />
      <div>
        <div className={css.effectHead}>
          <b>{words.permission(permission)}</b>
          <span>{t(gains ? 'roles.effects.gain' : 'roles.effects.lose', { count: changed.total })}</span>
        </div>
        <Names of={changed} />
        {own && <div className={css.own}>{t(gains ? 'roles.effects.ownGain' : 'roles.effects.ownLoss')}</div>}
        {unchanged.total > 0 && (
          <div className="t3 sm">
            <Unchanged of={unchanged} gains={gains} />
          </div>
        )}
      </div>
    </li>
  );
}

/** Who has a permission by other roles too: the first by name, the others counted. */
function Unchanged({ of: { total, people }, gains }: { of: PermissionEffect['unchanged']; gains: boolean }) {
  const t = useText();
  const list = new Intl.ListFormat(languageTag(useLocale()), { type: 'conjunction' });
  if (people.length === 0) return t(gains ? 'roles.effects.have' : 'roles.effects.keep', { count: total });
  const named = people.slice(0, FIRST).map(({ name }) => name);
  const others = total - named.length;
  const names = others > 0 ? `${named.join(', ')} ${t('roles.effects.more', { count: others })}` : list.format(named);
  return t(gains ? 'roles.effects.namedHave' : 'roles.effects.namedKeep', { count: total, names });
}

/** The first by name; the others at a click, as far as they are known. */
function Names({ of: { total, people } }: { of: PermissionEffect['changed'] }) {
  const t = useText();
  const [all, setAll] = useState(false);
  const named = all ? people : people.slice(0, FIRST);
  const others = total - named.length;
  if (total === 0) return null;
  return (
    <div className={css.names}>
      {named.map(({ name }) => name).join(', ')}{' '}
      {others > 0 &&
        (named.length < people.length ? (
          <button type="button" className={css.more} onClick={() => setAll(true)}>
            {t('roles.effects.more', { count: others })}
          </button>
        ) : (
          t('roles.effects.more', { count: others })
        ))}
    </div>
  );
}
