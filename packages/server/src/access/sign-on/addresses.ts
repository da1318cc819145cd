/** Where providers send people back to, and how we are called there. */
export interface Addresses {
  redirectUri: string
  /** Also the address of our metadata, as SAML recommends (saml-metadata, 4.1.1). */
  entityId: string
  consumerUrl: string
}

export const OIDC_CALLBACK = '/auth/callback/oidc'
export const SAML_METADATA = '/auth/saml2/metadata'
export const SAML_CONSUMER = '/auth/saml2/acs'

/** The screens that a single sign-on may end on. Others spell the same address differently: only these spellings are right. */
const callbacks = ['/okta/callback', '/cmms/callback']

/** @param publicUrl the address people use, without a trailing slash */
export function addressesAt(publicUrl: string): Addresses {
  return {
    redirectUri: publicUrl + OIDC_CALLBACK,
    entityId: publicUrl + SAML_METADATA,
    consumerUrl: publicUrl + SAML_CONSUMER,
  }
}

/** Whether a single sign-on may end there. */
export function isAllowedRedirect(publicUrl: string, redirect: unknown): redirect is string {
  return callbacks.some((path) => redirect === publicUrl + path)
}
