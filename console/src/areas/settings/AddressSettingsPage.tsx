/** Where people are led, and where the platform's products are. */
import { productOf, settingsOf } from '@signet/contract/platform-settings';
import { SettingGroupPage } from './SettingGroupPage.tsx';

const NAMES = settingsOf('addresses');

export default function AddressSettingsPage() {
  const own = NAMES.filter((name) => productOf(name) === null);
  const products = NAMES.filter((name) => productOf(name) !== null);
  return (
    <SettingGroupPage
      group="addresses"
      parts={[{ names: own }, { title: 'settings.productsTitle', names: products }]}
    />
  );
}
