import { SamlStatusError } from '@node-saml/node-saml'
import { SignOnError } from './sign-on-error.ts'

const reasons: [RegExp, string][] = [
  [/signature|signed data/i, 'signature'],
  [/audience/i, 'audience'],
  [/InResponseTo/i, 'in response to'],
  [/expired|not yet valid|subject confirmation/i, 'expired'],
  [/issuer/i, 'issuer'],
  [/XML|entity|tag|attribute/i, 'not XML'],
  [/Missing SAML assertion/, 'no assertion'],
]

/** What the library has refused, in our words. */
export function reasonOfSaml(error: Error): SignOnError {
  if (error instanceof SamlStatusError) return new SignOnError('provider_refused', 'status', { cause: error })
  const reason = reasons.find(([pattern]) => pattern.test(error.message))?.[1] ?? 'not an answer'
  return new SignOnError('answer_refused', reason, { cause: error })
}
