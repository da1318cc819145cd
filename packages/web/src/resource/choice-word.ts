import { declared as inLanguage } from '@packhouse/messages'
import { capitalize } from './words.ts'

/** Parts of declared choices that people write in their own way. */
const OWN_SPELLING: Readonly<Record<string, string>> = {
  api: 'API',
  ce: 'CE',
  cmms: 'CMMS',
  fat: 'FAT',
  hffs: 'HFFS',
  json: 'JSON',
  kw: 'kW',
  mm: 'mm',
  oidc: 'OIDC',
  pdf: 'PDF',
  saml: 'SAML',
  sat: 'SAT',
  vffs: 'VFFS',
}

/** A declared choice as people read it: in the language of the page, or else its name in words, `reverseCharge` as `Reverse charge`. */
export function wordOfChoice(value: string): string {
  const word = inLanguage(value)
  // Codes and names of standards are written as they are declared.
  if (word !== value || !/^[a-z][A-Za-z0-9]*$/.test(value)) return /^[a-z]/.test(word) ? capitalize(word) : word
  const parts = value.split(/(?=[A-Z])/).map((part) => part.toLowerCase())
  return capitalize(parts.map((part) => OWN_SPELLING[part] ?? part).join(' '))
}
