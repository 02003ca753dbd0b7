/** Whether people of an account may sign in with a password (A-131 to, S-083). */
import { change } from '../../api/change.ts';
import { MethodPage } from './MethodPage.tsx';

export default function StandardSignInPage() {
  return (
    <MethodPage
      method="standard"
      texts={{
        title: 'accounts.standardSignInEdit',
        group: 'accounts.standardSignIn',
        label: 'accounts.standardSignInBody',
        on: 'accounts.standardSignInOn',
        off: 'accounts.standardSignInOff',
        saved: 'accounts.standardSignInSaved',
      }}
      save={({ id, name, service_period, sign_in_methods }, standard_login) =>
        change('PUT /account/ui-api/v1/account/{id}/standard-signin', {
          params: { id },
          body: { name, service_period, sign_in_methods, standard_login },
        })
      }
    />
  );
}
