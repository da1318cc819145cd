/** Stands where a secret was. */
const HIDDEN = '[redacted]'

/** Names of fields whose text is a secret, also as the end of a longer name such as `new_password`: what stands before is not looked at. */
const SECRET = '(?:password|passphrase|passwd|secret|token|authorization|cookie|api[-_]?key|tokenKey|credentials)'

/** Each finds secrets in a line of JSON; group 1 stays. No part of them may take more than linear time: lines hold what strangers sent. */
const patterns: readonly RegExp[] = [
  // "password":"…" and "set-cookie":["…"], as a field at whatever depth.
  new RegExp(String.raw`(${SECRET}":\s*)(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])`, 'gi'),
  // The same in JSON that is a text itself, such as a body in the words of an error.
  new RegExp(String.raw`(${SECRET}\\+":\s*)\\+".{0,2000}?\\+"`, 'gi'),
  // Forms and query strings.
  new RegExp(String.raw`((?:${SECRET}|SAMLResponse|code_verifier)=)[^&\s"\\]+`, 'gi'),
  // Headers as text.
  /(\b(?:set-)?cookie:\s*)[^"\\\r\n]+/gi,
  /(\b(?:Bearer|Basic)\s+)[^\s"\\,;]{4,}/gi,
  // Addresses with credentials.
  /(\b[a-z][a-z0-9+.-]{1,30}:\/\/)(?:[^\s/?#"\\@]{0,200}:[^\s"\\]{0,400}|[^\s/"\\]{0,400})@/gi,
  // Tokens and keys of the product.
  /(\bph[a-z]_)[\w-]{6,}/g,
  // JSON Web Tokens of others.
  /(\beyJ)[\w-]{10,}\.[\w-]+\.[\w-]*/g,
]

/** A line without the secrets that are known by the name of their field or by their shape. @param line JSON */
export function withoutSecrets(line: string): string {
  let clean = line
  for (const pattern of patterns)
    clean = clean.replace(pattern, (_all, stays: string) => `${stays}${replacementFor(stays)}`)
  return clean
}

/** What was the text of a field stays JSON. */
function replacementFor(stays: string): string {
  if (/\\+":\s*$/.test(stays)) return `\\"${HIDDEN}\\"`
  return /":\s*$/.test(stays) ? `"${HIDDEN}"` : HIDDEN
}
