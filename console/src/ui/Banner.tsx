/** One line inside a page that needs a person today. */
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../i18n/text.ts';
import { IconButton } from './IconButton.tsx';
import css from './banner.module.css';

const LOOK = { bad: IconAlertCircle, warn: IconAlertTriangle, info: IconInfoCircle, ok: IconCircleCheck } as const;
export type BannerTone = keyof typeof LOOK;

/**
 * An error is announced at once (role alert), the rest politely. `ends` shows the clock of what ends soon. `onDismiss`
 * adds the cross; `dismiss` is its name where several banners stand together.
 */
export function Banner({
  tone,
  ends = false,
  children,
  onDismiss,
  dismiss,
}: {
  tone: BannerTone;
  ends?: boolean;
  children: ReactNode;
  onDismiss?: () => void;
  dismiss?: string;
}) {
  const Icon = ends && tone === 'warn' ? IconClock : LOOK[tone];
  return (
    <div className={`${css.banner} ${css[tone]}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <div>{children}</div>
      {onDismiss && (
        <IconButton
          className={css.close}
          size={24}
          label={dismiss ?? t('common.dismiss')}
          icon={IconX}
          iconSize={16}
          onClick={onDismiss}
        />
      )}
    </div>
  );
}

/** Two banners side by side on wide screens. */
export function BannerPair({ children }: { children: ReactNode }) {
  return <div className={css.pair}>{children}</div>;
}
