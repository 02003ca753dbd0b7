/** Whether people of an account may sign in with a client certificate (A-128, A-136, S-086). */
import { change } from '../../api/change.ts';
import { MethodPage } from './MethodPage.tsx';

export default function CertificateSignInPage() {
  return (
    <MethodPage
      method="certificate"
      texts={{
        title: 'accounts.certificateSignInEdit',
        group: 'accounts.certificate',
        label: 'accounts.certificateSignIn',
        on: 'accounts.certificateSignInOn',
        off: 'accounts.certificateSignInOff',
        saved: 'accounts.certificateSignInSaved',
      }}
      save={({ id }, enabled) =>
        change('PUT /account/ui-api/v1/account/{id}/enable-cac', { params: { id }, body: { enabled } })
      }
    />
  );
}
