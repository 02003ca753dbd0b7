import type { areas } from '@signet/contract';
import { CAN_UPGRADE_TO, PACKAGE_CATALOGUE, PACKAGES, packageId } from '@signet/contract/areas/package-catalogue';
import type { HandlersOf } from '../../http/handler.ts';
import { enablePackage, readPackages } from './store.ts';

export const packagesRoutes: HandlersOf<typeof areas.packages> = {
  read: ({ viewer, db, params }) => readPackages(viewer, db, params.id),

  catalogue: async ({ params }) => ({
    packages: PACKAGES.map((name) => ({
      package_id: packageId(name),
      name,
      canUpgradeTo: [...CAN_UPGRADE_TO[name]],
    })),
    categories: PACKAGE_CATALOGUE[params.application].map(({ category, features }) => ({
      category,
      features: [...features],
    })),
  }),

  async enable({ viewer, db, params, body, now, audit }) {
    const { after, event } = await enablePackage(viewer, db, params, body, now);
    audit(event);
    return after;
  },
};
