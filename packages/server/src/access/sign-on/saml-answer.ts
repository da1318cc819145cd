import { clock } from '../../platform/clock.ts'
import type { Claims } from './claims.ts'
import { assertSignOn } from './sign-on-error.ts'

/** How far the clocks of a provider and ours may be apart. */
export const CLOCK_SKEW_MS = 60_000

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** An element as xml2js gives it: attributes in `$`, text in `_`, children by their names. */
interface Element {
  $?: Record<string, string>
  [child: string]: unknown
}

/**
 * What the library leaves to its user: the assertion is for anyone who presents it, here, in answer to our request, and now
 * (saml-profiles-2.0-os, 4.1.4.2 and 4.1.4.3). Of several confirmations one must say all of it.
 */
export function assertRightSubject(
  assertion: Record<string, unknown>,
  expected: { recipient: string; requestId: string },
): void {
  const [subject] = childrenOf((assertion as { Assertion?: Element }).Assertion, 'Subject')
  const confirmations = childrenOf(subject, 'SubjectConfirmation')
  const bearers = confirmations
    .filter(({ $ }) => $?.Method === BEARER)
    .flatMap((confirmation) => childrenOf(confirmation, 'SubjectConfirmationData'))
    .map(({ $ = {} }) => $)
  assertSignOn(bearers.length > 0, 'answer_refused', 'no bearer')
  const here = bearers.filter(({ Recipient }) => Recipient === expected.recipient)
  assertSignOn(here.length > 0, 'answer_refused', 'recipient')
  const asked = here.filter(({ InResponseTo }) => InResponseTo === expected.requestId)
  assertSignOn(asked.length > 0, 'answer_refused', 'in response to')
  const end = clock.now() - CLOCK_SKEW_MS
  const current = asked.filter(({ NotOnOrAfter = '' }) => Date.parse(NotOnOrAfter) > end)
  assertSignOn(current.length > 0, 'answer_refused', 'expired')
}

/**
 * The attributes of an assertion, each with all of its values. The library leaves out an attribute without values, which says
 * 'none' (saml-core-2.0-os, 2.7.3.1.1), and of several with one name all but the last.
 */
export function attributesOf(assertion: Record<string, unknown>): Claims {
  const attributes: Record<string, unknown[]> = Object.create(null)
  for (const statement of childrenOf((assertion as { Assertion?: Element }).Assertion, 'AttributeStatement')) {
    for (const attribute of childrenOf(statement, 'Attribute')) {
      const name = attribute.$?.Name
      if (name === undefined) continue
      attributes[name] = [...(attributes[name] ?? []), ...childrenOf(attribute, 'AttributeValue').map(contentOf)]
    }
  }
  return attributes
}

/** The text of a value; an element of others is left as it is. */
function contentOf(value: Element | string): unknown {
  if (typeof value === 'string') return value
  const isText = Object.keys(value).every((name) => name === '_' || name === '$')
  return isText ? (value._ ?? '') : value
}

function childrenOf(element: Element | undefined, name: string): Element[] {
  const children = element?.[name]
  return Array.isArray(children) ? (children as Element[]) : []
}
