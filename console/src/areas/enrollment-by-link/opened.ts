import type { PublicEnrollment } from '@signet/contract/areas/enrollment-by-link';

/** An invitation whose link is good, as its pages hand it on. */
export type Opened = {
  enrollment: PublicEnrollment;
  /** The secret of the link. */
  code: string;
  /** When the platform answered, by the clock of the page. */
  answeredAt: number;
};
