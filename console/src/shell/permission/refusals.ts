/** Why somebody may not see a page. Loaded when there is such a person: few people ever are. */
import { later } from '../routing/later.tsx';

export const NoPermission = later(() => import('./NoPermission.tsx'));
export const NoAccountAccess = later(() => import('./NoAccountAccess.tsx'));
