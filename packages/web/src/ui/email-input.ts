/**
 * A field for an address of mail. It is no `type="email"`: browsers write the domain of one in Punycode, and refuse letters beyond
 * ASCII before it.
 */
export const emailInput = {
  type: 'text',
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const
