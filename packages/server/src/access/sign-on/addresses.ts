import { openIdCallback, samlConsumer, samlMetadata } from '@packhouse/contract'

/** Where providers send people back to, and how we are called there. */
export interface Addresses {
  redirectUri: string
  /** Also the address of our metadata, as SAML recommends (saml-metadata, 4.1.1). */
  entityId: string
  consumerUrl: string
}

/** The screens that a single sign-on may end on. Others spell the same address differently: only these spellings are right. */
const callbacks = ['/okta/callback', '/cmms/callback']

/** @param publicUrl the address people use, without a trailing slash */
export function addressesAt(publicUrl: string): Addresses {
  return {
    redirectUri: publicUrl + openIdCallback.path,
    entityId: publicUrl + samlMetadata.path,
    consumerUrl: publicUrl + samlConsumer.path,
  }
}

/** Whether a single sign-on may end there. */
export function isAllowedRedirect(publicUrl: string, redirect: unknown): redirect is string {
  return callbacks.some((path) => redirect === publicUrl + path)
}
