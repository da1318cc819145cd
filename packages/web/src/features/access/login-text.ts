import { t } from '@packhouse/messages'

/** A text of the sign-in as the operator has set it; the product's own ones in the language of the page. */
export function loginText(text: string): string {
  if (text === 'Login') return t('general.login')
  if (text === 'Login with Okta') return t('app.loginWithOkta')
  if (text === 'Login with CMMS') return t('app.loginWithCmms')
  return text
}
