/** Pages before sign-in. */
import type { RouteSpec } from '../shell/routing/route-spec.ts';

export const publicRoutes: readonly RouteSpec[] = [
  { path: 'login', title: 'login.title', layout: 'split', page: () => import('../areas/sign-in/LoginPage.tsx') },
  {
    path: 'login/second-factor',
    title: 'secondFactor.title',
    layout: 'public',
    page: () => import('../areas/sign-in/SecondFactorStepPage.tsx'),
  },
  {
    path: 'callback/oauth',
    title: 'callback.title',
    layout: 'public',
    page: () => import('../areas/sign-in/CallbackPage.tsx'),
  },
  {
    path: 'callback/provider',
    title: 'providerWindow.title',
    layout: 'public',
    page: () => import('../areas/sign-in/ProviderWindowPage.tsx'),
  },
  {
    path: 'setup-license',
    title: 'setup.license.title',
    layout: 'public',
    page: () => import('../areas/setup/SetupLicensePage.tsx'),
  },
  {
    path: 'setup-user',
    title: 'setup.user.title',
    layout: 'public',
    page: () => import('../areas/setup/SetupUserPage.tsx'),
  },
  {
    path: 'samlVerificationError/{-$errorCode}',
    title: 'errors.saml.title',
    layout: 'public',
    page: () => import('../areas/errors/SamlErrorPage.tsx'),
  },
  {
    path: 'clientAuthLoginVerificationError/{-$errorCode}/{-$errorMessage}',
    title: 'errors.clientAuth.title',
    layout: 'public',
    page: () => import('../areas/errors/ClientAuthErrorPage.tsx'),
  },
  {
    path: 'dta-sign-in-success-info',
    title: 'assistant.signedIn.title',
    layout: 'public',
    page: () => import('../areas/assistant/SignedInPage.tsx'),
  },
  {
    path: 'updateLicenseError',
    title: 'errors.updateLicense.title',
    layout: 'public',
    page: () => import('../areas/errors/UpdateLicenseErrorPage.tsx'),
  },
  {
    path: 'accountExpiredError',
    title: 'errors.accountExpired.title',
    layout: 'public',
    page: () => import('../areas/errors/AccountExpiredErrorPage.tsx'),
  },
  {
    path: 'legal/$document',
    title: 'legal.title',
    layout: 'public',
    page: () => import('../areas/legal/LegalPage.tsx'),
  },
  {
    path: 'licenseExpired',
    title: 'errors.licenseExpired.title',
    layout: 'public',
    page: () => import('../areas/errors/LicenseExpiredPage.tsx'),
  },
  {
    path: 'forgot-password',
    title: 'forgot.title',
    layout: 'public',
    page: () => import('../areas/sign-in/ForgotPasswordPage.tsx'),
  },
  {
    path: 'reset-password/$userId/$code',
    title: 'reset.title',
    layout: 'public',
    page: () => import('../areas/sign-in/ResetPasswordPage.tsx'),
  },
  {
    path: 'verify/$userId/$verificationCode',
    title: 'verify.title',
    layout: 'public',
    page: () => import('../areas/sign-in/VerifyPage.tsx'),
  },
  {
    path: 'create-user-account',
    title: 'selfService.title',
    layout: 'public',
    page: () => import('../areas/self-service/CreateUserPage.tsx'),
  },
  {
    path: 'unlock/$userId/$code',
    title: 'unlock.title',
    layout: 'public',
    page: () => import('../areas/sign-in/UnlockPage.tsx'),
  },
  {
    path: 'recover',
    title: 'recover.title',
    layout: 'public',
    page: () => import('../areas/sign-in/RecoverPage.tsx'),
  },
  {
    path: 'sign-in-setup',
    title: 'signInSetup.title',
    layout: 'public',
    page: () => import('../areas/sign-in/SignInSetupPage.tsx'),
  },
  {
    path: 'certificate-pickup',
    title: 'pickup.title',
    layout: 'public',
    page: () => import('../areas/sign-in/CertificatePickupPage.tsx'),
  },
  {
    path: 'enrollment/$enrollmentId/$enrollmentCode',
    title: 'enrollment.pageTitle',
    layout: 'public',
    page: () => import('../areas/enrollment-by-link/EnrollmentPage.tsx'),
  },
  {
    path: 'agreement/$userId',
    title: 'agreement.title',
    layout: 'public',
    page: () => import('../areas/sign-in/AgreementPage.tsx'),
  },
];
