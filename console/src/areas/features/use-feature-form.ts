/** The form of one application's features: its rules, what is sent, and what is said once it is saved. */
import { hasEnd } from '@signet/contract/areas/feature-catalogue';
import { wrongFeatures } from '@signet/contract/areas/feature-rules';
import type { Reason } from '@signet/contract/problem';
import type { AppCode } from '@signet/contract/viewer';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { asFailure, Failure, UNKNOWN } from '../../api/failure.ts';
import { queryClient, queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';
import { useDayRule } from '../../shell/day/day-texts.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { notify } from '../../shell/notices/notifications.ts';
import {
  changesOf,
  END,
  endOf,
  FEATURES,
  featuresOf,
  statesOf,
  valuesOf,
  versionOf,
  type AccountFeatures,
  type FeatureChange,
  type FeatureOwner,
  type FeatureValues,
} from './features.ts';

const SWITCH = 'PUT /account/ui-api/v1/features/account/{account}/{feature}/features';

/** `features`: of all applications, as they were read when the form was opened. */
export function useFeatureForm(account: FeatureOwner, app: AppCode, features: AccountFeatures, onSaved: () => void) {
  const t = useText();
  const today = useToday();
  const date = useDateFormat();
  const dayRule = useDayRule();
  const [read, setRead] = useState(features);
  const before = featuresOf(read, app);

  const check = (values: FeatureValues): Record<string, Reason | null> => {
    const end = endOf(values);
    const hasTrial = before.some(({ featureId }) => hasEnd(featureId) && values[featureId] === true);
    const days = { today, accountEnd: account.service_period.to };
    const wrong = wrongFeatures(before, statesOf(before, values), days).map(({ featureId, part, reason }) => [
      part === 'end_date' ? END : featureId,
      reason,
    ]);
    const noDay = hasTrial && end !== '' ? dayRule(end) : null;
    return { ...Object.fromEntries(wrong), ...(noDay ? { [END]: noDay } : {}) };
  };

  const application = t(`product.${app}`);
  const sayDone = ({ feature_id, enabled, end_date }: FeatureChange) => {
    const feature = t(`features.name.${feature_id}`);
    const message = !enabled
      ? t('features.nowOff', { feature, application })
      : end_date === undefined
        ? t('features.nowOn', { feature, application })
        : t('features.nowOnUntil', { feature, application, end: date(end_date) });
    notify({ type: 'success', message });
  };

  async function submit(values: FeatureValues): Promise<void> {
    const changes = changesOf(before, values);
    try {
      const params = { account: account.id, feature: app };
      const answer = await change(SWITCH, { params, query: { version: versionOf(read, app) }, body: changes });
      // It was heard, and yet refused behind the platform: the message says why.
      if (answer.error) throw new Failure(UNKNOWN, answer.message ?? '');
    } catch (thrown) {
      throw underFeatures(thrown, changes);
    }
    for (const one of changes) sayDone(one);
    onSaved();
  }

  const shell = useFormShell<FeatureValues>({
    fields: {
      ...Object.fromEntries(
        before.map(({ featureId }) => [featureId, { label: `features.name.${featureId}` as const }]),
      ),
      [END]: { label: 'features.endDate' },
    },
    initial: valuesOf(before),
    check,
    submit,
    reread: async () => {
      const reading = queryOf(FEATURES, { params: { id: account.id } });
      const newest = await queryClient.fetchQuery({ ...reading, staleTime: 0 });
      setRead(newest);
      return valuesOf(featuresOf(newest, app));
    },
  });
  return { shell, before, reasons: check(shell.values), changes: changesOf(before, shell.values) };
}

/** The server names a wrong feature by its place in the list that was sent, the form by its id. */
function underFeatures(thrown: unknown, changes: readonly FeatureChange[]): Failure {
  const { status, message, httpStatus, params, correlationId, network, fields } = asFailure(thrown);
  const named = Object.entries(fields).map(([field, problem]) => {
    const [index, part] = field.split('.');
    const feature = changes[Number(index)]?.feature_id ?? field;
    return [part === END ? END : feature, problem] as const;
  });
  return new Failure(status, message, {
    httpStatus,
    params,
    correlationId,
    network,
    fields: Object.fromEntries(named),
  });
}
