import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { t } from '@packhouse/messages'
import { ProblemError } from '../engine/problem-error.ts'
import { commonPasswords } from './common-passwords.ts'

/** NIST SP 800-63B-4, 3.1.1.2: 15 characters where the password is the only factor, 8 where there is a second one. */
const MIN_LENGTH = 15
const MIN_LENGTH_WITH_SECOND_FACTOR = 8

/** What is left of a password without digits and signs at its ends must be as long, to be held against the list. */
const SHORTEST_CORE = 4

/** How many different common parts a password may be made of and still be a common one. */
const FEW_PARTS = 2
/** So many characters in addition to common parts are too few for a password. */
const FEW_LETTERS = 3
/** The shortest row of neighbours on a keyboard, or repetition of one character, that counts as one part. */
const SHORTEST_RUN = 3

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
]
const RUNS = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))]
const LOOK_ALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

const LETTER = /\p{L}/u

const COMMON = readFileSync(join(import.meta.dirname, 'common-parts.txt'), 'utf8')
  .split('\n')
  .map((line) => line.replace(/#.*/, '').trim())
  .filter((word) => word !== '')

/** Whose password it is to be. */
export interface PasswordOwner {
  email: string
  names: readonly string[]
  /** What everybody knows of where it is used: the names of the product, of the maker and of the customer. */
  places: readonly string[]
  hasSecondFactor: boolean
}

/**
 * Refuses a password that is too short or a common one. The only place with these rules: whatever sets a password asks it.
 * Length is counted in characters, not in bytes, and nothing is cut off: blanks count wherever they stand.
 * @param field where the password is in the body
 * @throws ProblemError `invalid_request` at the field
 */
export async function assertGoodPassword(password: string, owner: PasswordOwner, field = 'password'): Promise<void> {
  const least = owner.hasSecondFactor ? MIN_LENGTH_WITH_SECOND_FACTOR : MIN_LENGTH
  const folded = password.normalize('NFKC')
  if ([...folded].length < least) refuse(field, 'too_short', t('access.passwordTooShort', { least }))
  if (isCommon(folded, owner) || isOfList(folded, await commonPasswords())) {
    refuse(field, 'common', t('access.isEasilyGuessed'))
  }
}

function refuse(field: string, code: string, message: string): never {
  throw new ProblemError('invalid_request', `body.${field} ${message}`, [{ path: `body.${field}`, code, message }])
}

/** Whether it is one of the passwords that are used most, also with digits and signs at its ends, or twice. */
function isOfList(password: string, list: ReadonlySet<string>): boolean {
  return readingsOf(password.toLowerCase()).some((text) => {
    const core = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
    const half = /^(.{4,})[^\p{L}]*\1$/su.exec(core)?.[1]
    return list.has(text) || [core, half ?? ''].some((part) => part.length >= SHORTEST_CORE && list.has(part))
  })
}

/** As it is typed, and with the letters that digits and signs stand for. */
function readingsOf(lower: string): string[] {
  return [lower, [...lower].map((letter) => LOOK_ALIKES[letter] ?? letter).join('')]
}

/**
 * Whether a password consists only of one or two parts that everybody guesses first, however often repeated: common
 * words, the owner's name and address, digits, signs, and rows of the keyboard or the alphabet. A list of whole passwords
 * would hold next to none of 15 characters; this finds what people make of the short ones when they must be longer.
 */
function isCommon(password: string, { email, names, places }: PasswordOwner): boolean {
  const lower = password.toLowerCase()
  const own = [email, ...names, ...places].flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const words = new Set([...own.filter((word) => word.length > 2), ...COMMON])
  return readingsOf(lower).some((text) => isRepetition(text) || isMadeOfFew(text, words, own))
}

function isMadeOfFew(text: string, words: ReadonlySet<string>, own: readonly string[]): boolean {
  const parts = new Set<string>()
  let letters = 0
  for (let at = 0; at < text.length; ) {
    const part = partAt(text, at, words)
    // Digits and signs are what people add at the end; the owner is one part by whatever name.
    if (part !== undefined && LETTER.test(part)) parts.add(own.includes(part) ? 'owner' : part)
    else if (part === undefined && LETTER.test(text[at] ?? '')) letters += 1
    at += part?.length ?? 1
  }
  return parts.size <= FEW_PARTS && letters <= FEW_LETTERS
}

/** The longest common part that begins there; undefined if missing. */
function partAt(text: string, at: number, words: ReadonlySet<string>): string | undefined {
  const found = [...words].filter((word) => text.startsWith(word, at))
  return (
    [...found, runAt(text, at) ?? ''].reduce((one, other) => (other.length > one.length ? other : one), '') || undefined
  )
}

/** The longest row of neighbours or repetition of a character that begins there; undefined if missing. */
function runAt(text: string, at: number): string | undefined {
  let length = 1
  const isRun = (part: string) => new Set(part).size === 1 || RUNS.some((row) => row.includes(part))
  while (at + length < text.length && isRun(text.slice(at, at + length + 1))) length += 1
  return length >= SHORTEST_RUN ? text.slice(at, at + length) : undefined
}

/** Whether it is a short piece again and again, such as abcabcabcabcabc. */
function isRepetition(text: string): boolean {
  return /^(.{1,5})\1+.{0,4}$/su.test(text)
}
