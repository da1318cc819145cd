import { t } from '@packhouse/messages'

/** What the product calls its sign-in where the operator has set no text. */
export const PRODUCT_TEXT = 'Login'

const productTexts = new Map([
  [PRODUCT_TEXT, t('general.login')],
  ['Login with Okta', t('app.loginWithOkta')],
  ['Login with CMMS', t('app.loginWithCmms')],
])

/** A text of the sign-in as the operator has set it; the product's own ones in the language of the page. */
export function loginText(text: string): string {
  return productTexts.get(text) ?? text
}
