import type { PublicEnrollment } from '@signet/contract/areas/enrollment-by-link';

/** An invitation whose link is good, as its pages hand it on. */
export type Opened = {
  enrollment: PublicEnrollment;
  /** The secret of the link. */
  code: string;
  /** When the platform answered, by the clock of the page. */
  answeredAt: number;
  /** True where the invitation was changed while its page was open, and has been read anew. */
  isChanged: boolean;
  /** Reads it anew, and begins with its first page. */
  onChanged: () => Promise<void>;
};
